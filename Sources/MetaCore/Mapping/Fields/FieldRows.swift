extension FieldTable {
  /// Every field, one per row, in the order in which `dump` shows them.
  ///
  ///     name | form | common key | aliases | keys | summary
  ///
  /// The form determines the type of the values and their conversion (``Field/Form``); it is in
  /// brackets if the field has a list of values. Keys are `space=key, key + key; space=key`: a key
  /// after a comma is read if those before it are absent, keys joined by `+` form one value
  /// together, and the first key is the one that is written. `#` is followed by the part of the
  /// key's value that the field uses, or the part of the field that the key provides
  /// (``FieldPart``). `TXXX:`, `UFID:`, `COMM:` and `TIPL:` (TIPL, TMCL, IPLS) precede a
  /// description, owner or role. Freeform keys are in the `com.apple.iTunes` domain unless another
  /// domain is given.
  ///
  /// `any=` lists names that programs copy from one format to another, or that a format uses
  /// instead of the standard name. They are read, and changed if they exist, in every key space
  /// with free-text keys, unless a row assigns them there. They are never added.
  ///
  /// Look-ups use tables generated from these rows; `META_UPDATE_TABLES=1 swift test --filter
  /// GeneratedTable` regenerates them after a change.
  ///
  /// Sources, in the folder that `METATOOL_FACTS` names for the tests: peer_field_map.tsv (Picard's
  /// mapping and what other readers show), itunes_atoms.tsv, itunes_freeform.tsv, mdta_keys.tsv,
  /// quicktime_udta.tsv, id3_frames.tsv.
  static let sections = [general, people, classification, video, technical, identifiers]

  /// The most visible fields of a track.
  static let general = """
    title|text|title|trackTitle,name|itsk=©nam; mdta=com.apple.quicktime.title, com.apple.quicktime.displayname, title; udta=©nam; uiso=titl; id3=TIT2, TT2; id3v1=title; riff=INAM; aiff=NAME; diin=DITI; trck=title; ape=Title; vorb=TITLE; asf=Title, WM/Title; mkv=TITLE, Info/Title; xmp=dc:title; lyrics3=ETT; caaf=info-title; flv=title; lavf=title|Title of the track, film or episode
    artist|[text]|artist||itsk=©ART; mdta=com.apple.quicktime.artist, artist; udta=©ART; uiso=perf; id3=TPE1, TP1; id3v1=artist; riff=IART; aiff=AUTH; diin=DIAR; ape=Artist; vorb=ARTIST; asf=Author, WM/Author; mkv=ARTIST, LEAD_PERFORMER; xmp=xmpDM:artist; lyrics3=EAR; caaf=info-artist; lavf=artist|Artist, as credited
    album|text|albumName||itsk=©alb; mdta=com.apple.quicktime.album, album; udta=©alb; uiso=albm#name; id3=TALB, TAL; id3v1=album; riff=IPRD; ape=Album; vorb=ALBUM; asf=WM/AlbumTitle; mkv=ALBUM, ALBUM/TITLE; xmp=xmpDM:album; lyrics3=EAL; caaf=info-album; lavf=album|Album or collection
    albumArtist|[text]||band|itsk=aART; mdta=album_artist; udta=albr; id3=TPE2, TP2; ape=Album Artist, ALBUMARTIST; vorb=ALBUMARTIST, ALBUM ARTIST; asf=WM/AlbumArtist; mkv=ALBUM_ARTIST, ALBUM/ARTIST, ALBUMARTIST; xmp=xmpDM:albumArtist; lavf=album_artist; any=album_artist|Artist of the whole album
    composer|[text]|creator||itsk=©wrt, ©com; mdta=com.apple.quicktime.composer, composer; udta=©com, ©wrt; id3=TCOM, TCM; riff=IMUS; ape=Composer; vorb=COMPOSER; asf=WM/Composer; mkv=COMPOSER; xmp=xmpDM:composer; caaf=info-composer; lavf=composer|Composer
    genre|[genre]|type||itsk=©gen, gnre; mdta=com.apple.quicktime.genre, genre; udta=©gen; uiso=gnre; id3=TCON, TCO; id3v1=genre; riff=IGNR; ape=Genre; vorb=GENRE; asf=WM/Genre; mkv=GENRE; xmp=xmpDM:genre; caaf=info-genre; flv=genre; lavf=genre|Genre; ID3v1 and iTunes genre numbers are shown by name
    track|pair||trackNumber|itsk=trkn; mdta=track; udta=©trk; uiso=albm#number; id3=TRCK + TRK + TXXX:TRACKTOTAL#counted + TXXX:TOTALTRACKS#counted; id3v1=track; riff=ITRK, IPRT; ape=Track + TRACKNUMBER + TRACKTOTAL#counted + TOTALTRACKS#counted; vorb=TRACKNUMBER + TRACK + TRACKTOTAL#count + TOTALTRACKS#count; asf=WM/TrackNumber; mkv=PART_NUMBER + ALBUM/TOTAL_PARTS#count; xmp=xmpDM:trackNumber; caaf=info-track number; lavf=track|Track number and track total
    disc|pair||discNumber,disk|itsk=disk; mdta=disc; id3=TPOS + TPA + TXXX:DISCNUMBER + TXXX:DISCTOTAL#counted + TXXX:TOTALDISCS#counted; ape=Disc + DISCNUMBER + DISCTOTAL#counted + TOTALDISCS#counted; vorb=DISCNUMBER + DISC + DISCTOTAL#count + TOTALDISCS#count; asf=WM/PartOfSet; xmp=xmpDM:discNumber; mkv=DISC + EDITION/TOTAL_PARTS#count, ALBUM/PART_NUMBER; lavf=disc|Disc number and disc total
    date|date|||itsk=©day; mdta=com.apple.quicktime.year, date, year; udta=©day; uiso=yrrc; id3=TDRC, TYER#year + TDAT#day + TIME#time, TYE#year + TDA#day + TIM#time, TRDA, TRD; id3v1=year; riff=ICRD; ape=Year, Date; vorb=DATE, YEAR; asf=WM/Year; mkv=DATE_RECORDED, DATE_RELEASED, DATE, ALBUM/DATE_RECORDED, ALBUM/DATE_RELEASED; xmp=xmpDM:releaseDate; caaf=info-year, info-recorded date; flv=date; lavf=date|Release or recording date, as precise as the file stores it
    comment|text|||itsk=©cmt; mdta=com.apple.quicktime.comment, comment; udta=©cmt; id3=COMM, COM; id3v1=comment; riff=ICMT; aiff=ANNO; ape=Comment; vorb=COMMENT; asf=Description, WM/Comments; mkv=COMMENT; xmp=xmpDM:logComment; lyrics3=INF; trck=comment; caaf=info-comments; flv=comment; lavf=comment; any=comment|Comment; technical comments written by iTunes have their own fields
    lyrics|text|||itsk=©lyr; mdta=lyrics; udta=©lyr; id3=USLT, ULT; ape=Lyrics; vorb=LYRICS, UNSYNCEDLYRICS; asf=WM/Lyrics; mkv=LYRICS; xmp=xmpDM:lyrics; lyrics3=LYR; any=lyrics, USLT|Lyrics
    copyright|text|copyrights||itsk=cprt, ©cpy; mdta=com.apple.quicktime.copyright, copyright; udta=©cpy; uiso=cprt; id3=TCOP, TCR; riff=ICOP; aiff=(c); ape=Copyright; vorb=COPYRIGHT; asf=Copyright; mkv=COPYRIGHT; xmp=dc:rights; caaf=info-copyright; flv=copyright; lavf=copyright|Copyright notice
    description|text|description||itsk=desc, ©des; mdta=com.apple.quicktime.description, description; udta=©des; uiso=dscp; id3=TDES, TDS; riff=ISBJ, bext/Description; vorb=DESCRIPTION; mkv=DESCRIPTION, SUMMARY; xmp=dc:description; any=PODCASTDESC, description|Short description
    longDescription|text||synopsis|itsk=ldes; mdta=synopsis; mkv=SYNOPSIS; any=synopsis|Long description
    seriesDescription|text|||itsk=sdes|Description of the series or of the store item
    keywords|[keyword]|||itsk=keyw; mdta=com.apple.quicktime.keywords, keywords; udta=©key; uiso=kywd; id3=TKWD, TKW; riff=IKEY; vorb=KEYWORDS; asf=WM/Keywords, System.Keywords; mkv=KEYWORDS; xmp=dc:subject; any=keywords|Keywords
    subtitle|text|||itsk=©st3; itlk=SUBTITLE, com.pilabor.tone.SUBTITLE; udta=©snm, ©st3; id3=TIT3, TT3; ape=Subtitle; vorb=SUBTITLE; asf=WM/SubTitle; mkv=SUBTITLE; any=SUBTITLE|Subtitle, or a refinement of the title
    grouping|text|subject||itsk=©grp, grup; udta=©grp; id3=GRP1, TIT1, GP1, TT1; ape=Grouping; vorb=GROUPING; asf=WM/ContentGroupDescription; mkv=GROUPING; any=grouping|Grouping of related tracks
    work|text|||itsk=©wrk; itlk=WORK; id3=TXXX:WORK, TIT1#grouped, TT1#grouped; ape=WORK; vorb=WORK; asf=WM/Work; mkv=WORK; any=WORK|Work to which the movement belongs
    movement|text||movementName|itsk=©mvn; id3=MVNM, MVN; ape=MOVEMENTNAME; vorb=MOVEMENTNAME; mkv=MOVEMENTNAME|Name of the movement
    movementNumber|integer|||itsk=©mvi; id3=MVIN#number, MVI#number; ape=MOVEMENT; vorb=MOVEMENT; mkv=MOVEMENT; any=MOVEMENTNUMBER|Number of the movement
    movementCount|integer||movementTotal|itsk=©mvc; id3=MVIN#count, MVI#count; ape=MOVEMENTTOTAL; vorb=MOVEMENTTOTAL; mkv=MOVEMENTTOTAL; any=MOVEMENTCOUNT|Number of movements
    showMovement|boolean||showWorkMovement|itsk=shwm; id3=TXXX:SHOWMOVEMENT; ape=SHOWMOVEMENT; vorb=SHOWMOVEMENT; mkv=SHOWMOVEMENT; any=SHOWWORKMOVEMENT, SHOWMOVEMENT|Whether players show work and movement instead of the title
    discSubtitle|text||setSubtitle|itlk=DISCSUBTITLE; id3=TSST; ape=DiscSubtitle; vorb=DISCSUBTITLE; asf=WM/SetSubTitle; mkv=DISCSUBTITLE; any=DISCSUBTITLE|Title of the disc
    compilation|boolean|||itsk=cpil; mdta=compilation; id3=TCMP, TCP; ape=Compilation; vorb=COMPILATION; asf=WM/IsCompilation; riff=ICPL; mkv=COMPILATION; any=compilation, TCMP|Whether it belongs to a compilation
    bpm|number||tempo|itsk=tmpo; itlk=BPM, TEMPO; id3=TBPM, TBP; ape=BPM; vorb=BPM; asf=WM/BeatsPerMinute; mkv=BPM; xmp=xmpDM:tempo; caaf=info-tempo|Beats per minute
    key|text||initialKey|itlk=initialkey; id3=TKEY, TKE; ape=KEY; vorb=KEY, INITIALKEY; asf=WM/InitialKey; mkv=INITIAL_KEY; xmp=xmpDM:key; caaf=info-key signature; any=INITIALKEY|Musical key
    mood|text|||itlk=MOOD; id3=TMOO; ape=Mood; vorb=MOOD; asf=WM/Mood; mkv=MOOD; any=MOOD|Mood
    language|[text]|||itlk=LANGUAGE, com.pilabor.tone.LANGUAGE; id3=TLAN, TLA; riff=ILNG; ape=Language; vorb=LANGUAGE; asf=WM/Language; xmp=dc:language; mkv=LANGUAGE; any=language|Languages of the vocals or dialogue
    titleSort|text|||itsk=sonm; id3=TSOT, TST, XSOT; ape=TITLESORT; vorb=TITLESORT; asf=WM/TitleSortOrder; mkv=TITLE/SORT_WITH; any=sort_name, title-sort|Sort form of the title
    artistSort|text|||itsk=soar; id3=TSOP, TSP, XSOP; ape=ARTISTSORT; vorb=ARTISTSORT; asf=WM/ArtistSortOrder; mkv=ARTIST/SORT_WITH; any=artist-sort, sort_artist|Sort form of the artist
    albumSort|text|||itsk=soal; id3=TSOA, TSA, XSOA; ape=ALBUMSORT; vorb=ALBUMSORT; asf=WM/AlbumSortOrder; mkv=ALBUM/TITLE/SORT_WITH; any=album-sort, sort_album|Sort form of the album
    albumArtistSort|text|||itsk=soaa; id3=TSO2, TS2; ape=ALBUMARTISTSORT; vorb=ALBUMARTISTSORT; asf=WM/AlbumArtistSortOrder; mkv=ALBUM/ARTIST/SORT_WITH; any=ALBUMARTISTSORT, sort_album_artist|Sort form of the album artist
    composerSort|text|||itsk=soco; id3=TSOC, TSC; ape=COMPOSERSORT; vorb=COMPOSERSORT; asf=WM/ComposerSortOrder; mkv=COMPOSER/SORT_WITH; any=sort_composer|Sort form of the composer
    showSort|text||tvShowSort|itsk=sosn; mkv=SORT_SHOW; any=SHOWSORT, sort_show|Sort form of the television show
    originalDate|date|||itlk=ORIGINALDATE; id3=TDOR, TORY, TOR, XDOR; vorb=ORIGINALDATE; asf=WM/OriginalReleaseTime; mkv=ORIGINALDATE; any=ORIGINALDATE|Date of the first release
    originalYear|text|||itlk=ORIGINALYEAR, ORIGINAL YEAR; id3=TXXX:ORIGINALYEAR; ape=ORIGINALYEAR; vorb=ORIGINALYEAR; asf=WM/OriginalReleaseYear; mkv=ORIGINALYEAR|Year of the first release
    releaseDate|date|||itlk=RELEASEDATE; id3=TDRL, TXXX:RELEASEDATE; ape=RELEASEDATE; vorb=RELEASEDATE; mkv=DATE_RELEASED; any=RELEASEDATE|Date of this release, if stored separately from the recording date
    originalAlbum|text|source||id3=TOAL, TOT; vorb=ORIGINALALBUM; asf=WM/OriginalAlbumTitle; mkv=ORIGINALALBUM; any=ORIGINALALBUM|Album of the first release
    originalTitle|text|||asf=WM/OriginalTitle; mkv=ORIGINAL_TITLE|Title of the first release
    originalFilename|text|||id3=TOFN, TOF; ape=ORIGINALFILENAME; vorb=ORIGINALFILENAME; asf=WM/OriginalFilename; mkv=ORIGINALFILENAME; any=ORIGINALFILENAME|Name of the original file
    artwork|artwork|artwork|cover,picture|itsk=covr; mdta=com.apple.quicktime.artwork; uiso=thmb; id3=APIC, PIC; ape=Cover Art (Front); vorb=METADATA_BLOCK_PICTURE; asf=WM/Picture|Pictures, which dumps list as `artwork`
    chapters|chapters|||id3=CHAP + CTOC|Chapters, which dumps list as `chapters`
    syncedLyrics|timedText|||id3=SYLT, SLT; asf=WM/Lyrics_Synchronised|Synchronised lyrics, which dumps list as `items`

    """

  /// Contributors.
  static let people = """
    artists|[text]|||itlk=ARTISTS; id3=TXXX:ARTISTS; ape=Artists; vorb=ARTISTS; asf=WM/ARTISTS; mkv=ARTISTS; any=Artists|Artists, listed individually
    albumArtists|[text]|||itlk=ALBUMARTISTS; id3=TXXX:ALBUMARTISTS; ape=ALBUMARTISTS; vorb=ALBUMARTISTS; mkv=ALBUMARTISTS|Album artists, listed individually
    lyricist|[text]|||itlk=LYRICIST; id3=TEXT, TXT; ape=Lyricist; vorb=LYRICIST; asf=WM/Writer; mkv=LYRICIST; caaf=info-lyricist; any=LYRICIST|Lyricist
    writer|[text]|author|author|itsk=©aut; itlk=WRITER; mdta=com.apple.quicktime.author, author; udta=©aut, ©swf; uiso=auth; id3=TXXX:Writer; riff=IWRI; ape=Writer; vorb=WRITER; mkv=WRITTEN_BY; xmp=dc:creator; lyrics3=AUT|Writer of the work or screenplay
    performer|[performer]|||itsk=©prf; itlk=PERFORMER; mdta=com.apple.quicktime.performer, performer; udta=©prf; id3=TIPL:performer; ape=Performer; vorb=PERFORMER; mkv=PERFORMER; any=PERFORMER|Performers, with their instruments in brackets if known
    conductor|[text]|||itsk=©con; itlk=CONDUCTOR; id3=TPE3, TP3; ape=Conductor; vorb=CONDUCTOR; asf=WM/Conductor; mkv=CONDUCTOR; any=CONDUCTOR|Conductor
    arranger|[text]|||itsk=©arg; itlk=ARRANGER; mdta=com.apple.quicktime.arranger; udta=©arg; id3=TIPL:arranger; ape=Arranger; vorb=ARRANGER; mkv=ARRANGER|Arranger
    remixer|[text]|||itlk=REMIXER; id3=TPE4, TP4; ape=MixArtist; vorb=REMIXER; asf=WM/ModifiedBy; mkv=REMIXED_BY; any=REMIXER|Remixer
    producer|[text]|||itsk=©prd; itlk=PRODUCER; mdta=com.apple.quicktime.producer; udta=©prd; id3=TIPL:producer; riff=IPRO; ape=Producer; vorb=PRODUCER; asf=WM/Producer; mkv=PRODUCER; any=PRODUCER|Producer
    executiveProducer|[text]|||itsk=©xpd; mkv=EXECUTIVE_PRODUCER|Executive producer
    engineer|[text]|||itsk=©sne; itlk=ENGINEER; id3=TIPL:engineer; riff=IENG; ape=Engineer; vorb=ENGINEER; asf=WM/Engineer; mkv=SOUND_ENGINEER; xmp=xmpDM:engineer; any=ENGINEER|Sound engineer
    mixer|[text]|||itlk=MIXER; id3=TIPL:mix; ape=Mixer; vorb=MIXER; asf=WM/Mixer; mkv=MIXED_BY; any=MIXER|Mixing engineer
    djMixer|[text]|||itlk=DJMIXER; id3=TIPL:DJ-mix; ape=DJMixer; vorb=DJMIXER; asf=WM/DJMixer; mkv=DJMIXER; any=DJMIXER|DJ mixer
    director|[text]|||itsk=©dir; itlk=DIRECTOR; mdta=com.apple.quicktime.director; udta=©dir; id3=TXXX:DIRECTOR; ape=Director; vorb=DIRECTOR; asf=WM/Director; mkv=DIRECTOR; xmp=xmpDM:director; any=director|Director
    artDirector|[text]|||itsk=©ard; mkv=ART_DIRECTOR|Art director
    narrator|[text]|||itsk=©nrt; itlk=NARRATEDBY; id3=TXXX:NARRATOR, TXXX:NARRATEDBY; vorb=NARRATOR; mkv=NARRATOR|Narrator
    soloist|[text]|||itsk=©sol; vorb=SOLOIST; mkv=SOLOIST|Soloist
    actors|[text]|||itlk=Actors; mkv=ACTOR; riff=ISTR|Actors
    originalArtist|text|contributor||itsk=©ope; mdta=com.apple.quicktime.originalartist; udta=©ope; id3=TOPE, TOA; ape=Original Artist; vorb=ORIGINALARTIST; asf=WM/OriginalArtist; mkv=ORIGINALARTIST; any=ORIGINALARTIST|Artist of the first release
    originalLyricist|text|||id3=TOLY, TOL; asf=WM/OriginalLyricist|Lyricist of the first release
    label|text|publisher|publisher,recordLabel|itlk=LABEL; itsk=©pub; mdta=com.apple.quicktime.publisher; udta=©pub, ©lab; id3=TPUB, TPB; ape=Label; vorb=LABEL, PUBLISHER; asf=WM/Publisher; mkv=LABEL, PUBLISHER; xmp=dc:publisher; mpts=service_provider; any=publisher, LABEL|Record label or publisher
    recordCompany|text|||itsk=©mak; vorb=ORGANIZATION; mkv=ORGANIZATION|Record company
    phonogramRights|text|||itsk=©phg; mdta=com.apple.quicktime.phonogramrights; udta=©phg; id3=TPRO; mkv=PRODUCTION_COPYRIGHT|Phonogram copyright of the recording
    license|text|||itlk=LICENSE; id3=WCOP, WCP, TXXX:LICENSE; ape=LICENSE; vorb=LICENSE; mkv=LICENSE; xmp=xmpRights:WebStatement; any=LICENSE|Licence, or its URL
    credits|text|||itsk=©src; mdta=com.apple.quicktime.credits; udta=©src; mkv=COM.APPLE.QUICKTIME.CREDITS|Credits
    acknowledgement|text|||itsk=©cak|Acknowledgement
    thanks|text|||itsk=©thx|Thanks
    linerNotes|text|||itsk=©lnt|Liner notes
    owner|text|||itsk=ownr; id3=TOWN; mkv=PURCHASE_OWNER; any=OWNER|Owner of the file
    movieCredits|text|||itlk=iTunMOVI; any=iTunMOVI|Cast and crew, as an iTunes property list

    """

  /// Kinds and ratings.
  static let classification = """
    mediaKind|mediaKind||mediaType|itsk=stik; id3=TXXX:ITUNESMEDIATYPE; mkv=MEDIA_TYPE; any=ITUNESMEDIATYPE, media_type|Kind of media: Music, Audiobook, Music Video, Movie, TV Show, Podcast, ...
    advisory|advisory|||itsk=rtng; id3=TXXX:ITUNESADVISORY; vorb=ITUNESADVISORY; mkv=ITUNESADVISORY; any=ITUNESADVISORY|None, Explicit or Clean
    contentRating|text|||itlk=iTunEXTC; uiso=rtng; asf=WM/ParentalRating; mkv=LAW_RATING; any=iTunEXTC|Content rating: board, code, score and annotation
    classification|text|||uiso=clsf|Classification of the media
    rating|rating||userRating|itsk=rate; mdta=com.apple.quicktime.rating.user; uiso=urat; id3=POPM#rating, POP#rating; riff=IRTD; ape=Rating; vorb=RATING; asf=WM/SharedUserRating; mkv=RATING; xmp=xmp:Rating|The user's rating, 0 to 100; five stars are 100
    playCount|integer|||id3=PCNT, CNT, POPM#plays, POP#plays; vorb=FMPS_PLAYCOUNT; mkv=PLAY_COUNTER|Play count
    podcast|podcast|||itsk=pcst; id3=PCST, PCS; vorb=PODCAST; mkv=PODCAST; any=PODCAST|Whether this is a podcast
    podcastURL|text|||itsk=purl; id3=WFED, WFD; vorb=PODCASTURL; mkv=PODCASTURL; any=PODCASTURL|URL of the podcast feed
    podcastID|text||podcastEpisodeID|itsk=egid; id3=TGID, TID; vorb=PODCASTID; mkv=PODCASTID; any=PODCASTID, episode_uid|Episode identifier of the podcast
    podcastCategory|text||category|itsk=catg; id3=TCAT, TCT; vorb=PODCASTCATEGORY; mkv=PODCASTCATEGORY|Podcast category
    iTunesU|boolean|||itsk=itnu; id3=ITNU, ITU|Whether it belongs to iTunes U
    tvShow|text||show|itsk=tvsh; mdta=show; mkv=SHOW; any=TVSHOW, show|Television show
    tvSeason|integer||season|itsk=tvsn; mdta=season_number; asf=WM/SeasonNumber; mkv=SEASON_NUMBER; any=TVSEASON, season_number|Season number
    tvEpisode|integer||episode|itsk=tves; mdta=episode_sort; asf=WM/EpisodeNumber; mkv=EPISODE_SORT; any=TVEPISODE, episode_sort|Episode number
    tvEpisodeID|text||episodeID|itsk=tven; mdta=episode_id; mkv=EPISODE_ID; any=TVEPISODEID, episode_id|Episode identifier
    tvNetwork|text||network|itsk=tvnn; mdta=network; asf=WM/MediaNetworkAffiliation; mpts=service_name; mkv=NETWORK; any=TVNETWORK, network|Television network
    series|text|||itlk=SERIES, com.pilabor.tone.SERIES; id3=TXXX:SERIES; vorb=SERIES; mkv=SERIES|Series of the audiobook
    seriesPart|text|||itlk=SERIES-PART, com.pilabor.tone.PART; id3=TXXX:SERIES-PART; vorb=SERIES-PART; mkv=SERIES-PART|Position in the series
    collection|text|||mdta=com.apple.quicktime.collection.user; uiso=coll|User-defined collection

    """

  /// Recordings and the devices that made them.
  static let video = """
    hdVideo|integer|||itsk=hdvd; mkv=HD_VIDEO; any=hd_video|0 for standard definition, 1 for 720p, 2 for 1080p, 3 for 4K
    creationDate|date|creationDate||mdta=com.apple.quicktime.creationdate, creation_time; uiso=date; xmp=xmp:CreateDate; mkv=COM.APPLE.QUICKTIME.CREATIONDATE, Info/DateUTC; flv=creationdate; lavf=creation_time|Date and time of recording
    location|location|location||itsk=©xyz; mdta=com.apple.quicktime.location.ISO6709, location; udta=©xyz; uiso=loci; vorb=LOCATION; mkv=RECORDING_LOCATION; any=location|Recording location in ISO 6709 format
    locationName|text|||mdta=com.apple.quicktime.location.name; uiso=loci#name; mkv=COM.APPLE.QUICKTIME.LOCATION.NAME|Name of the location
    locationAccuracy|number|||mdta=com.apple.quicktime.location.accuracy.horizontal; mkv=COM.APPLE.QUICKTIME.LOCATION.ACCURACY.HORIZONTAL|Accuracy of the location in metres
    locationNote|text|||mdta=com.apple.quicktime.location.note; mkv=COM.APPLE.QUICKTIME.LOCATION.NOTE|Note on the location
    make|text|make||mdta=com.apple.quicktime.make, com.android.manufacturer, com.apple.proapps.manufacturer; udta=©mak, manu; xmp=tiff:Make; mkv=COM.APPLE.QUICKTIME.MAKE; any=make|Manufacturer of the device
    model|text|model||mdta=com.apple.quicktime.model, com.android.model, com.apple.proapps.modelname; udta=©mod, ©mdl, modl; xmp=tiff:Model; mkv=COM.APPLE.QUICKTIME.MODEL; any=model|Model of the device
    lensModel|text|||mdta=com.apple.quicktime.camera.lens_model; xmp=aux:Lens; mkv=COM.APPLE.QUICKTIME.CAMERA.LENS_MODEL|Model of the lens
    lensFNumber|text|||mdta=com.apple.quicktime.camera.lens_irisfnumber; mkv=COM.APPLE.QUICKTIME.CAMERA.LENS_IRISFNUMBER|F-number of the lens
    focalLength35mm|number|||mdta=com.apple.quicktime.camera.focal_length.35mm_equivalent; mkv=COM.APPLE.QUICKTIME.CAMERA.FOCAL_LENGTH.35MM_EQUIVALENT|Focal length on 35 mm film, in millimetres
    cameraID|text|||mdta=com.apple.quicktime.camera.identifier; mkv=COM.APPLE.QUICKTIME.CAMERA.IDENTIFIER|Identifier of the camera
    cameraName|text|||mdta=com.apple.proapps.cameraName; mkv=COM.APPLE.PROAPPS.CAMERANAME|Name of the camera
    cameraAngle|text|||mdta=com.apple.proapps.angle; mkv=COM.APPLE.PROAPPS.ANGLE|Camera angle
    reel|text|||mdta=com.apple.proapps.reel; xmp=xmpDM:tapeName; mkv=COM.APPLE.PROAPPS.REEL|Reel
    scene|text|||mdta=com.apple.proapps.scene; xmp=xmpDM:scene; mkv=COM.APPLE.PROAPPS.SCENE|Scene
    shot|text|||mdta=com.apple.proapps.shot; xmp=xmpDM:shotName; mkv=COM.APPLE.PROAPPS.SHOT|Shot
    clipID|text|||mdta=com.apple.proapps.clipID; mkv=COM.APPLE.PROAPPS.CLIPID|Identifier of the clip
    captureFrameRate|number|||mdta=com.android.capture.fps; mkv=COM.ANDROID.CAPTURE.FPS|Frame rate of the camera
    contentIdentifier|text|identifier||mdta=com.apple.quicktime.content.identifier; mkv=COM.APPLE.QUICKTIME.CONTENT.IDENTIFIER|Pairs the image and the video of a Live Photo
    livePhotoAuto|boolean|||mdta=com.apple.quicktime.live-photo.auto; mkv=COM.APPLE.QUICKTIME.LIVE-PHOTO.AUTO|Whether the Live Photo was captured automatically
    isMontage|boolean|||mdta=com.apple.quicktime.is-montage; mkv=COM.APPLE.QUICKTIME.IS-MONTAGE|Whether this is a montage
    fullFrameRatePlayback|boolean|||mdta=com.apple.quicktime.full-frame-rate-playback-intent; mkv=COM.APPLE.QUICKTIME.FULL-FRAME-RATE-PLAYBACK-INTENT|Whether playback at full frame rate is intended
    facing|text|||mdta=com.apple.quicktime.direction.facing; mkv=COM.APPLE.QUICKTIME.DIRECTION.FACING|Direction in which the camera points
    motion|text|||mdta=com.apple.quicktime.direction.motion; mkv=COM.APPLE.QUICKTIME.DIRECTION.MOTION|Direction of the camera movement
    information|text|||mdta=com.apple.quicktime.information; udta=©inf; mkv=COM.APPLE.QUICKTIME.INFORMATION|Information
    accessibilityDescription|text|accessibilityDescription||mdta=com.apple.quicktime.accessibility.description; udta=©ade; uiso=ades; mkv=COM.APPLE.QUICKTIME.ACCESSIBILITY.DESCRIPTION|Description for people with impaired vision or hearing
    trackName|text|||udta=tnam, name|Name of the track
    chapterName|text|||udta=©chp|Name of the chapter
    warning|text|||udta=©wrn|Warning
    disclaimer|text|||udta=©dis|Disclaimer
    requirements|text|||udta=©req|Playback requirements
    originalFormat|text|format||udta=©fmt|Original format
    hostComputer|text|||udta=©hst|Host computer
    product|text|||udta=©PRD|Product

    """

  /// Encoding, loudness and playback.
  static let technical = """
    encoder|text||encodingTool|itsk=©too; mdta=encoder, Encoded_With; udta=©too; id3=TSSE, TSS; riff=ISFT; ape=Encoder; vorb=ENCODER; asf=WM/ToolName; mkv=ENCODER; caaf=info-encoding application; flv=encoder, metadatacreator; lavf=encoder; any=ENCODING|Encoding program
    encodedBy|text|||itsk=©enc; mdta=com.apple.quicktime.encodedby; udta=©enc; id3=TENC, TEN; riff=IENC, ITCH; ape=EncodedBy; vorb=ENCODEDBY, ENCODED-BY; asf=WM/EncodedBy; mkv=ENCODED_BY; any=encoded_by|Person or organisation that encoded the file
    encoderSettings|text|||itlk=Encoding Params; ape=EncoderSettings; vorb=ENCODERSETTINGS; asf=WM/EncodingSettings; mkv=ENCODER_SETTINGS|Encoder settings
    encodingDate|date|||id3=TDEN; asf=WM/EncodingTime; mkv=DATE_ENCODED|Encoding date
    taggingDate|date|lastModifiedDate||id3=TDTG; mkv=DATE_TAGGED; xmp=xmp:ModifyDate|Tagging date
    software|text|software||mdta=com.apple.quicktime.software, com.android.version; udta=©swr; xmp=xmp:CreatorTool; mkv=COM.APPLE.QUICKTIME.SOFTWARE|Program or system that created the file
    fileType|text|||id3=TFLT, TFT|Audio type
    length|integer|||id3=TLEN, TLE|Length declared by the tag, in milliseconds
    playlistDelay|integer|||id3=TDLY, TDY|Silence between tracks, in milliseconds
    media|text|||itlk=MEDIA; id3=TMED, TMT; riff=IMED; ape=Media; vorb=MEDIA; asf=WM/Media; mkv=ORIGINAL_MEDIA_TYPE; any=MEDIA|Source medium
    gapless|boolean|||itsk=pgap; itlk=iTunPGAP; id3=COMM:iTunPGAP; vorb=GAPLESS; mkv=GAPLESS; any=GAPLESSPLAYBACK, gapless_playback|Whether the album is played without gaps
    gaplessInfo|text|||itlk=iTunSMPB; id3=COMM:iTunSMPB|Encoder delay, padding and length, in the iTunes format
    soundCheck|text|||itlk=iTunNORM; id3=COMM:iTunNORM; mkv=ITUNNORM; any=iTunNORM|Loudness, in the iTunes Sound Check format
    iTunesCDDB1|text|||itlk=iTunes_CDDB_1; id3=COMM:iTunes_CDDB_1, TXXX:iTunes_CDDB_1; any=ITUNES_CDDB_1|Disc signature of the Gracenote database
    iTunesCDDBIDs|text|||itlk=iTunes_CDDB_IDs; id3=COMM:iTunes_CDDB_IDs|Gracenote database identifiers
    iTunesCDDBTrackNumber|text|||itlk=iTunes_CDDB_TrackNumber; id3=COMM:iTunes_CDDB_TrackNumber|Gracenote database track number
    replayGainTrackGain|number|||itlk=REPLAYGAIN_TRACK_GAIN, org.hydrogenaudio.replaygain.replaygain_track_gain; id3=TXXX:REPLAYGAIN_TRACK_GAIN; ape=REPLAYGAIN_TRACK_GAIN; vorb=REPLAYGAIN_TRACK_GAIN; asf=REPLAYGAIN_TRACK_GAIN; mkv=REPLAYGAIN_GAIN; any=REPLAYGAIN_TRACK_GAIN|ReplayGain track gain in dB
    replayGainTrackPeak|number|||itlk=REPLAYGAIN_TRACK_PEAK; id3=TXXX:REPLAYGAIN_TRACK_PEAK; ape=REPLAYGAIN_TRACK_PEAK; vorb=REPLAYGAIN_TRACK_PEAK; asf=REPLAYGAIN_TRACK_PEAK; mkv=REPLAYGAIN_PEAK; any=REPLAYGAIN_TRACK_PEAK|ReplayGain track peak; 1 is full scale
    replayGainTrackRange|number|||itlk=REPLAYGAIN_TRACK_RANGE; id3=TXXX:REPLAYGAIN_TRACK_RANGE; ape=REPLAYGAIN_TRACK_RANGE; vorb=REPLAYGAIN_TRACK_RANGE; asf=REPLAYGAIN_TRACK_RANGE; mkv=REPLAYGAIN_TRACK_RANGE; any=REPLAYGAIN_TRACK_RANGE|Track loudness range in dB
    replayGainAlbumGain|number|||itlk=REPLAYGAIN_ALBUM_GAIN; id3=TXXX:REPLAYGAIN_ALBUM_GAIN; ape=REPLAYGAIN_ALBUM_GAIN; vorb=REPLAYGAIN_ALBUM_GAIN; asf=REPLAYGAIN_ALBUM_GAIN; mkv=REPLAYGAIN_ALBUM_GAIN; any=REPLAYGAIN_ALBUM_GAIN|ReplayGain album gain in dB
    replayGainAlbumPeak|number|||itlk=REPLAYGAIN_ALBUM_PEAK; id3=TXXX:REPLAYGAIN_ALBUM_PEAK; ape=REPLAYGAIN_ALBUM_PEAK; vorb=REPLAYGAIN_ALBUM_PEAK; asf=REPLAYGAIN_ALBUM_PEAK; mkv=REPLAYGAIN_ALBUM_PEAK; any=REPLAYGAIN_ALBUM_PEAK|ReplayGain album peak; 1 is full scale
    replayGainAlbumRange|number|||itlk=REPLAYGAIN_ALBUM_RANGE; id3=TXXX:REPLAYGAIN_ALBUM_RANGE; ape=REPLAYGAIN_ALBUM_RANGE; vorb=REPLAYGAIN_ALBUM_RANGE; asf=REPLAYGAIN_ALBUM_RANGE; mkv=REPLAYGAIN_ALBUM_RANGE; any=REPLAYGAIN_ALBUM_RANGE|Album loudness range in dB
    replayGainReferenceLoudness|number|||itlk=REPLAYGAIN_REFERENCE_LOUDNESS; id3=TXXX:REPLAYGAIN_REFERENCE_LOUDNESS; ape=REPLAYGAIN_REFERENCE_LOUDNESS; vorb=REPLAYGAIN_REFERENCE_LOUDNESS; asf=REPLAYGAIN_REFERENCE_LOUDNESS; mkv=REPLAYGAIN_REFERENCE_LOUDNESS; any=REPLAYGAIN_REFERENCE_LOUDNESS|ReplayGain reference loudness in LUFS
    r128TrackGain|integer|||vorb=R128_TRACK_GAIN; any=R128_TRACK_GAIN|Gain of an Opus track to -23 LUFS, in steps of 1/256 dB
    r128AlbumGain|integer|||vorb=R128_ALBUM_GAIN; any=R128_ALBUM_GAIN|Gain of an Opus album to -23 LUFS, in steps of 1/256 dB
    equalizerPreset|text|||itsk=©equ|Equaliser preset
    encodingParameters|text||tool|itlk=tool|Encoder version and parameters

    """

  /// Identifiers and addresses in external databases.
  static let identifiers = """
    isrc|text|||itlk=ISRC; udta=©isr; id3=TSRC, TRC; ape=ISRC; vorb=ISRC; asf=WM/ISRC; mkv=ISRC; any=ISRC|International Standard Recording Code
    barcode|text|||itlk=BARCODE, UPC, EAN; id3=TXXX:BARCODE; ape=Barcode; vorb=BARCODE; asf=WM/Barcode; mkv=BARCODE; any=BARCODE|Release barcode
    catalogNumber|text|||itlk=CATALOGNUMBER; id3=TXXX:CATALOGNUMBER; ape=CatalogNumber; vorb=CATALOGNUMBER; asf=WM/CatalogNo; mkv=CATALOG_NUMBER; any=CATALOGNUMBER|Catalogue number
    asin|text|||itlk=ASIN; id3=TXXX:ASIN; ape=ASIN; vorb=ASIN; asf=ASIN; mkv=ASIN; any=ASIN|Amazon Standard Identification Number
    script|text|||itlk=SCRIPT; id3=TXXX:SCRIPT; ape=Script; vorb=SCRIPT; asf=WM/Script; mkv=SCRIPT; any=SCRIPT|Script of the release text (ISO 15924)
    releaseCountry|text|||itlk=MusicBrainz Album Release Country, MusicBrainz Release Country; id3=TXXX:MusicBrainz Album Release Country; riff=ICNT; ape=RELEASECOUNTRY; vorb=RELEASECOUNTRY; asf=MusicBrainz/Album Release Country; mkv=COUNTRY; any=MusicBrainz Album Release Country, MUSICBRAINZ_ALBUM_RELEASE_COUNTRY|Release country
    releaseStatus|text|||itlk=MusicBrainz Album Status; id3=TXXX:MusicBrainz Album Status; ape=MUSICBRAINZ_ALBUMSTATUS; vorb=RELEASESTATUS, MUSICBRAINZ_ALBUMSTATUS; asf=MusicBrainz/Album Status; mkv=RELEASESTATUS; any=RELEASESTATUS, MusicBrainz Album Status, MUSICBRAINZ_ALBUM_STATUS|Release status
    releaseType|[text]|||itlk=MusicBrainz Album Type; id3=TXXX:MusicBrainz Album Type; ape=MUSICBRAINZ_ALBUMTYPE; vorb=RELEASETYPE, MUSICBRAINZ_ALBUMTYPE; asf=MusicBrainz/Album Type; mkv=RELEASETYPE; any=RELEASETYPE, MusicBrainz Album Type, MUSICBRAINZ_ALBUM_TYPE|Release types
    musicBrainzRecordingID|uniqueID|||itlk=MusicBrainz Track Id; id3=UFID:http://musicbrainz.org; ape=MUSICBRAINZ_TRACKID; vorb=MUSICBRAINZ_TRACKID; asf=MusicBrainz/Track Id; mkv=MUSICBRAINZ_TRACKID; any=MusicBrainz Track Id, MUSICBRAINZ_TRACK_ID|MusicBrainz recording ID
    musicBrainzTrackID|text|||itlk=MusicBrainz Release Track Id; id3=TXXX:MusicBrainz Release Track Id; ape=MUSICBRAINZ_RELEASETRACKID; vorb=MUSICBRAINZ_RELEASETRACKID; asf=MusicBrainz/Release Track Id; mkv=MUSICBRAINZ_RELEASETRACKID; any=MusicBrainz Release Track Id, MUSICBRAINZ_RELEASE_TRACK_ID|MusicBrainz release track ID
    musicBrainzReleaseID|text||musicBrainzAlbumID|itlk=MusicBrainz Album Id; id3=TXXX:MusicBrainz Album Id; ape=MUSICBRAINZ_ALBUMID; vorb=MUSICBRAINZ_ALBUMID; asf=MusicBrainz/Album Id; mkv=MUSICBRAINZ_ALBUMID; any=MusicBrainz Album Id, MUSICBRAINZ_ALBUM_ID|MusicBrainz release ID
    musicBrainzReleaseGroupID|text|||itlk=MusicBrainz Release Group Id; id3=TXXX:MusicBrainz Release Group Id; ape=MUSICBRAINZ_RELEASEGROUPID; vorb=MUSICBRAINZ_RELEASEGROUPID; asf=MusicBrainz/Release Group Id; mkv=MUSICBRAINZ_RELEASEGROUPID; any=MusicBrainz Release Group Id, MUSICBRAINZ_RELEASE_GROUP_ID|MusicBrainz release group ID
    musicBrainzArtistID|[text]|||itlk=MusicBrainz Artist Id; id3=TXXX:MusicBrainz Artist Id; ape=MUSICBRAINZ_ARTISTID; vorb=MUSICBRAINZ_ARTISTID; asf=MusicBrainz/Artist Id; mkv=MUSICBRAINZ_ARTISTID; any=MusicBrainz Artist Id, MUSICBRAINZ_ARTIST_ID|MusicBrainz artist IDs
    musicBrainzReleaseArtistID|[text]||musicBrainzAlbumArtistID|itlk=MusicBrainz Album Artist Id; id3=TXXX:MusicBrainz Album Artist Id; ape=MUSICBRAINZ_ALBUMARTISTID; vorb=MUSICBRAINZ_ALBUMARTISTID; asf=MusicBrainz/Album Artist Id; mkv=MUSICBRAINZ_ALBUMARTISTID; any=MusicBrainz Album Artist Id, MUSICBRAINZ_ALBUM_ARTIST_ID|MusicBrainz album artist IDs
    musicBrainzComposerID|[text]|||itlk=MusicBrainz Composer Id; id3=TXXX:MusicBrainz Composer Id; ape=MUSICBRAINZ_COMPOSERID; vorb=MUSICBRAINZ_COMPOSERID; asf=MusicBrainz/Composer Id; mkv=MUSICBRAINZ_COMPOSERID; any=MusicBrainz Composer Id, MUSICBRAINZ_COMPOSER_ID|MusicBrainz composer IDs
    musicBrainzWorkID|text|||itlk=MusicBrainz Work Id; id3=TXXX:MusicBrainz Work Id; ape=MUSICBRAINZ_WORKID; vorb=MUSICBRAINZ_WORKID; asf=MusicBrainz/Work Id; mkv=MUSICBRAINZ_WORKID; any=MusicBrainz Work Id, MUSICBRAINZ_WORK_ID|MusicBrainz work ID
    musicBrainzDiscID|text|||itlk=MusicBrainz Disc Id; id3=TXXX:MusicBrainz Disc Id; ape=MUSICBRAINZ_DISCID; vorb=MUSICBRAINZ_DISCID; asf=MusicBrainz/Disc Id; mkv=MUSICBRAINZ_DISCID; any=MusicBrainz Disc Id, MUSICBRAINZ_DISC_ID|MusicBrainz disc ID
    musicBrainzOriginalArtistID|[text]|||itlk=MusicBrainz Original Artist Id; id3=TXXX:MusicBrainz Original Artist Id; vorb=MUSICBRAINZ_ORIGINALARTISTID; asf=MusicBrainz/Original Artist Id; mkv=MUSICBRAINZ_ORIGINALARTISTID; any=MusicBrainz Original Artist Id, MUSICBRAINZ_ORIGINAL_ARTIST_ID|MusicBrainz IDs of the original artists
    musicBrainzOriginalReleaseID|text|||itlk=MusicBrainz Original Album Id; id3=TXXX:MusicBrainz Original Album Id; vorb=MUSICBRAINZ_ORIGINALALBUMID; asf=MusicBrainz/Original Album Id; mkv=MUSICBRAINZ_ORIGINALALBUMID; any=MusicBrainz Original Album Id, MUSICBRAINZ_ORIGINAL_ALBUM_ID|MusicBrainz ID of the original release
    musicBrainzTRMID|text|||itlk=MusicBrainz TRM Id; id3=TXXX:MusicBrainz TRM Id; ape=MUSICBRAINZ_TRMID; vorb=MUSICBRAINZ_TRMID; asf=MusicBrainz/TRM Id; mkv=MUSICBRAINZ_TRMID; any=MusicBrainz TRM Id, MUSICBRAINZ_TRM_ID|MusicBrainz TRM fingerprint
    acoustID|text|||itlk=Acoustid Id; id3=TXXX:Acoustid Id; ape=ACOUSTID_ID; vorb=ACOUSTID_ID; asf=Acoustid/Id; mkv=ACOUSTID_ID; any=ACOUSTID_ID, Acoustid Id|AcoustID identifier of the recording
    acoustIDFingerprint|text|||itlk=Acoustid Fingerprint; id3=TXXX:Acoustid Fingerprint; ape=ACOUSTID_FINGERPRINT; vorb=ACOUSTID_FINGERPRINT; asf=Acoustid/Fingerprint; mkv=ACOUSTID_FINGERPRINT; any=ACOUSTID_FINGERPRINT, Acoustid Fingerprint|AcoustID fingerprint
    musicIPFingerprint|text|||itlk=fingerprint; id3=TXXX:MusicMagic Fingerprint; vorb=FINGERPRINT; mkv=FINGERPRINT; any=MusicMagic Fingerprint, fingerprint, MUSICMAGIC_FINGERPRINT|MusicIP fingerprint
    musicIPPUID|text|||itlk=MusicIP PUID; id3=TXXX:MusicIP PUID; ape=MUSICIP_PUID; vorb=MUSICIP_PUID; asf=MusicIP/PUID; mkv=MUSICIP_PUID; any=MUSICIP_PUID, MusicIP PUID|MusicIP identifier (PUID)
    imdbID|text|||itlk=IMDB_ID; mkv=IMDB|IMDb identifier
    tmdbID|text|||itlk=TMDB_ID; mkv=TMDB|TMDB identifier
    website|text||artistWebsite|udta=©url; id3=WOAR, WAR; ape=Weblink; vorb=WEBSITE; asf=WM/AuthorURL; mkv=WEBSITE; any=ARTISTWEBPAGE|Website of the artist
    url|text||onlineExtras|itsk=©url; id3=WXXX, WXX; mkv=URL|Related URL
    audioFileWebsite|text|||id3=WOAF, WAF|URL of the audio file
    audioSourceWebsite|text|||id3=WOAS, WAS; asf=WM/AudioSourceURL|URL of the audio source
    commercialURL|text|||id3=WCOM, WCM|URL of a seller
    publisherWebsite|text|||id3=WPUB, WPB|Website of the publisher
    radioStation|text|||id3=TRSN|Internet radio station
    radioStationOwner|text|||id3=TRSO|Owner of the radio station
    radioStationWebsite|text|||id3=WORS|Website of the radio station
    purchaseDate|date|||itsk=purd; mkv=DATE_PURCHASED|Date of purchase
    accountName|text|||itsk=apID; any=account_id|Account that purchased the item
    accountKind|integer|||itsk=akID; any=account_type|Account type: 0 iTunes, 1 AOL
    storeCountry|integer|||itsk=sfID|Country number of the store
    catalogID|integer|||itsk=cnID|Item number in the store
    artistID|integer|||itsk=atID|Artist number in the store
    composerID|integer|||itsk=cmID|Composer number in the store
    albumID|integer|||itsk=plID|Album number in the store
    genreID|integer|||itsk=geID; asf=WM/GenreID|Genre number in the store
    vendorID|text||xid|itsk=xid|Identifier of the vendor
    productID|text|||itsk=prID|Identifier of the product
    flavor|text|||itsk=flvr|Flavour of the asset

    """
}
