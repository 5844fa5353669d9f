/// Pages of help that are not about one verb.
enum HelpTopic: String, CaseIterable {
  case expressions

  /// The page that a command line wants; nil for anything else.
  init?(_ words: [String]) {
    guard words.count == 2, words[0] == "help", let topic = HelpTopic(rawValue: words[1]) else {
      return nil
    }
    self = topic
  }

  /// The page; ASCII, because it is a part of the manual page.
  var text: String {
    switch self {
    case .expressions: HelpTopic.expressionsPage
    }
  }

  private static let expressionsPage = """
    EXPRESSIONS: how fields are named, and used in values, names, lists and conditions.

    NAMES OF FIELDS
      title, artist, track        a field of "metatool fields", or an alias of one
      track.number, track.count   a part of a number; disc.number, disc.count, too
      year, date.month, date.day  a part of a date; year is date.year
      TIT2, TXXX:MOOD, COMM:d:eng a frame of ID3
      com.apple.quicktime.make, com.apple.iTunes.LABEL
                                  a key of QuickTime metadata, a freeform item of iTunes
      itsk/%A9nam, id3/TXXX:MOOD, vorb/MOOD
                                  an identifier: a key space and a key
      own:NAME                    a key of your own, in the form of each format

    PROPERTIES OF FILES, in places for fields and in conditions
      path, folder, fileName, stem, extension, modified, size, duration, fileType,
      container, tracks, codec, mediaType, sampleRate, channels, bitRate, width, height,
      frameRate
      fileNumber, fileCount       the place of the file among those of the command
      numberInFolder, countInFolder
                                  the same among the files of its folder; these four are
                                  not known in conditions

    PLACES FOR FIELDS, in values of set, export and transcode, in rename --to, and in
    dump --template
      {artist}                    the value; several have ", " between them
      {albumArtist|artist}        the first of these that the file has
      {artist|'Unknown'}          with a text for files without it
      {title:titlecase}           what a filter makes of the value
      {{                          a brace

      Filters: upper, lower, titlecase, sentencecase, trim (no blanks at the ends, one
      between words), first, last (of several values), 02 (a number of at least two
      digits). Several follow each other: {artist:first:upper}. At the end of a place they
      are about what was chosen, before | about that field alone. titlecase leaves
      articles, conjunctions and short prepositions of English small, and words with
      capitals inside as they are (McCartney, AC/DC).

    VALUES OF EDITS
      albumArtist={artist}        all values, where both fields are lists
      title='{album}: {title}'    fields are those of the file before the command
      artwork=@{folder}/cover.jpg the path of a file; in it a slash of a value is a hyphen
      track=#                     numbers the files in the order given
      track=#/#                   with their count; {numberInFolder} begins anew in each folder
      --literal                   values after it are used as they are

      A file that lacks a field is refused, and the others go on. Braces around anything but
      a field are text. Nothing is expanded in the content of @FILE, in apply and in serve.

    REPLACEMENTS
      title/old/new/              the first "old" of each value; "new" may have places
      title/old/new/g             each of them
      title/old/new/i             in upper or lower case
      title/~(\\w+) (\\w+)/\\2 \\1/   a regular expression; \\0 is the match, \\1 to \\9 its groups
      title/AC\\/DC/ACDC/          \\/ is a slash, \\\\ a backslash, \\~ a tilde at the start

      It is a path when a file of that name exists. Replacements follow each other, and the
      edits before them.

    NAMES AND LINES (rename --to, set --from-name, dump --template) also have
      [ ({year})]                 brackets: left out when a field in them is missing
      {_}                         any text, where names are read
      \\{ \\} \\[ \\] \\\\              the characters themselves; \\t is a tab, \\n a line break
      In lines a missing field is empty, in names it is refused.

    TABLES (dump and get --format csv or tsv, apply)
      --columns title,year,TXXX:MOOD
      "; " is between several values; in a value, a semicolon is \\;. A cell that was emptied
      removes the field.

    CONDITIONS (--where)
      artwork, !lyrics            the file has it, or has not
      genre == Jazz               ==, !=, <, <=, >, >=; case does not count
      title contains blue         a part of the text
      title matches '^The '       a regular expression; (?i) ignores case
      duration > 3:20 and size < 5M and not (year < 1990 or compilation)
      Of several values any may be meant; != is true when none is the one given. Dates
      compare as far as they are given. Values with blanks are quoted.
    """
}
