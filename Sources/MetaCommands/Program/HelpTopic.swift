/// The help pages that are not about one verb, such as `metatool help expressions`.
enum HelpTopic: String, CaseIterable {
  case expressions

  /// Returns the page that a command line requests, or nil.
  init?(_ words: [String]) {
    guard words.count == 2, words[0] == "help", let topic = HelpTopic(rawValue: words[1]) else {
      return nil
    }
    self = topic
  }

  /// The text of the page, in ASCII, because it is part of the manual page.
  var text: String {
    switch self {
    case .expressions: HelpTopic.expressionsPage
    }
  }

  private static let expressionsPage = """
    EXPRESSIONS: names of fields, and their use in values, names, lists and conditions.

    NAMES OF FIELDS
      title, artist, track        a field of "metatool fields", or an alias of one
      track.number, track.count   a part of a number; disc.number, disc.count, too
      year, date.month, date.day  a part of a date; year is date.year
      TIT2, TXXX:MOOD, COMM:d:eng a frame of ID3
      com.apple.quicktime.make, com.apple.iTunes.LABEL
                                  a key of QuickTime metadata, a freeform item of iTunes
      itsk/%A9nam, id3/TXXX:MOOD, vorb/MOOD
                                  an identifier: a key space and a key
      own:NAME                    a custom key, in the form of each format

    PROPERTIES OF FILES, in placeholders and in conditions
      path, folder, fileName, stem, extension, modified, size, duration, fileType,
      container, tracks, codec, mediaType, sampleRate, channels, bitRate, width, height,
      frameRate
      fileNumber, fileCount       the position of the file among all files of the command
      numberInFolder, countInFolder
                                  the same within its folder; these four are
                                  not available in conditions

    PLACEHOLDERS, in values of set, export and transcode, in rename --to, and in
    dump --template
      {artist}                    the value; multiple values are separated by ", "
      {albumArtist|artist}        the first of these fields that the file has
      {artist|'Unknown'}          a default for files without it
      {title:titlecase}           the value changed by a filter
      {{                          a brace

      Filters: upper, lower, titlecase, sentencecase, trim (no spaces at the ends, one
      between words), first, last (of several values), 02 (a number of at least two
      digits). They can be combined: {artist:first:upper}. At the end of a placeholder they
      apply to the chosen field, before | to that field alone. titlecase keeps English
      articles, conjunctions and short prepositions in lower case, and words with inner
      capitals unchanged (McCartney, AC/DC).

    VALUES OF EDITS
      albumArtist={artist}        all values, where both fields are lists
      title='{album}: {title}'    fields are those of the file before the command
      artwork=@{folder}/cover.jpg the path of a file; slashes in values become hyphens
      track=#                     numbers the files in the order given
      track=#/#                   with their count; {numberInFolder} restarts in each folder
      --literal                   the values after it are used literally

      If a file lacks a field, it is not edited; the other files are. Braces around anything
      other than a field name are literal text. Nothing is expanded in the contents of @FILE,
      in apply or in serve.

    REPLACEMENTS
      title/old/new/              the first "old" of each value; "new" may have placeholders
      title/old/new/g             every "old" of each value
      title/old/new/i             ignores case
      title/~(\\w+) (\\w+)/\\2 \\1/   a regular expression; \\0 is the match, \\1 to \\9 its groups
      title/AC\\/DC/ACDC/          \\/ is a slash, \\\\ a backslash, \\~ a tilde at the start

      If a file of that name exists, it is a path. Replacements are applied in order, after
      the edits before them.

    NAMES AND LINES (rename --to, set --from-name, dump --template) also have
      [ ({year})]                 brackets: omitted when a field in them is missing
      {_}                         any text, when names are read
      \\{ \\} \\[ \\] \\\\              the characters themselves; \\t is a tab, \\n a line break
      A missing field is empty in a line; in a name, it is an error.

    TABLES (dump and get --format csv or tsv, apply)
      --columns title,year,TXXX:MOOD
      Multiple values are separated by "; "; in a value, a semicolon is \\;. An emptied cell
      removes the field.

    CONDITIONS (--where)
      artwork, !lyrics            the file has it, or does not
      genre == Jazz               ==, !=, <, <=, >, >=; case is ignored
      title contains blue         a part of the text
      title matches '^The '       a regular expression; (?i) ignores case
      duration > 3:20 and size < 5M and not (year < 1990 or compilation)
      With several values, it is enough that one matches; != is true if none is equal. Dates
      compare with the given precision. Values with spaces must be quoted.
    """
}
