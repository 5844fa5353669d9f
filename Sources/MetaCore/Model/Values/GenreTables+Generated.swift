/// The genres of ID3v1 and of Apple's stores, as text.
///
/// Made by `Scripts/generate-genre-tables` from the numbers and names that mutagen, TagLib and ExifTool agree on.
enum GenreTables {
  /// Number, name, spellings of other programs; 0 to 79 are ID3v1's own, the rest Winamp's.
  static let id3v1 = """
    0 Blues
    1 Classic Rock
    2 Country
    3 Dance
    4 Disco
    5 Funk
    6 Grunge
    7 Hip-Hop
    8 Jazz
    9 Metal
    10 New Age
    11 Oldies
    12 Other
    13 Pop
    14 R&B
    15 Rap
    16 Reggae
    17 Rock
    18 Techno
    19 Industrial
    20 Alternative
    21 Ska
    22 Death Metal
    23 Pranks
    24 Soundtrack
    25 Euro-Techno
    26 Ambient
    27 Trip-Hop
    28 Vocal
    29 Jazz+Funk;Jazz-Funk
    30 Fusion
    31 Trance
    32 Classical
    33 Instrumental
    34 Acid
    35 House
    36 Game
    37 Sound Clip
    38 Gospel
    39 Noise
    40 Alt. Rock;Alternative Rock;AlternRock
    41 Bass
    42 Soul
    43 Punk
    44 Space
    45 Meditative
    46 Instrumental Pop
    47 Instrumental Rock
    48 Ethnic
    49 Gothic
    50 Darkwave
    51 Techno-Industrial
    52 Electronic
    53 Pop-Folk
    54 Eurodance
    55 Dream
    56 Southern Rock
    57 Comedy
    58 Cult
    59 Gangsta Rap;Gangsta
    60 Top 40
    61 Christian Rap
    62 Pop/Funk
    63 Jungle
    64 Native American
    65 Cabaret
    66 New Wave
    67 Psychedelic;Psychadelic
    68 Rave
    69 Showtunes
    70 Trailer
    71 Lo-Fi
    72 Tribal
    73 Acid Punk
    74 Acid Jazz
    75 Polka
    76 Retro
    77 Musical
    78 Rock & Roll
    79 Hard Rock
    80 Folk
    81 Folk-Rock;Folk Rock;Folk/Rock
    82 National Folk
    83 Swing
    84 Fast-Fusion;Fast Fusion
    85 Bebop;Bebob
    86 Latin
    87 Revival
    88 Celtic
    89 Bluegrass
    90 Avantgarde;Avant-garde
    91 Gothic Rock
    92 Progressive Rock
    93 Psychedelic Rock
    94 Symphonic Rock
    95 Slow Rock
    96 Big Band
    97 Chorus
    98 Easy Listening
    99 Acoustic
    100 Humour
    101 Speech
    102 Chanson
    103 Opera
    104 Chamber Music
    105 Sonata
    106 Symphony
    107 Booty Bass
    108 Primus
    109 Porn Groove
    110 Satire
    111 Slow Jam
    112 Club
    113 Tango
    114 Samba
    115 Folklore
    116 Ballad
    117 Power Ballad
    118 Rhythmic Soul
    119 Freestyle
    120 Duet
    121 Punk Rock
    122 Drum Solo
    123 A Cappella;A Capella
    124 Euro-House
    125 Dance Hall;Dancehall
    126 Goa
    127 Drum & Bass
    128 Club-House
    129 Hardcore;Hardcore Techno
    130 Terror
    131 Indie
    132 BritPop;Britpop
    133 Afro-Punk;Worldbeat
    134 Polsk Punk
    135 Beat
    136 Christian Gangsta Rap
    137 Heavy Metal
    138 Black Metal
    139 Crossover
    140 Contemporary Christian
    141 Christian Rock
    142 Merengue
    143 Salsa
    144 Thrash Metal
    145 Anime
    146 JPop;Jpop
    147 Synthpop
    148 Abstract
    149 Art Rock
    150 Baroque
    151 Bhangra
    152 Big Beat
    153 Breakbeat
    154 Chillout
    155 Downtempo
    156 Dub
    157 EBM
    158 Eclectic
    159 Electro
    160 Electroclash
    161 Emo
    162 Experimental
    163 Garage
    164 Global
    165 IDM
    166 Illbient
    167 Industro-Goth
    168 Jam Band
    169 Krautrock
    170 Leftfield
    171 Lounge
    172 Math Rock
    173 New Romantic
    174 Nu-Breakz
    175 Post-Punk
    176 Post-Rock
    177 Psytrance
    178 Shoegaze
    179 Space Rock
    180 Trop Rock
    181 World Music
    182 Neoclassical
    183 Audiobook
    184 Audio Theatre
    185 Neue Deutsche Welle
    186 Podcast
    187 Indie Rock
    188 G-Funk
    189 Dubstep
    190 Garage Rock
    191 Psybient
    """

  /// Where in the tree, then the numbers and names there.
  static let apple = """
    Music=2 Blues;3 Comedy;4 Children's Music;5 Classical;6 Country;7 Electronic;8 Holiday;10 Singer/Songwriter;11 Jazz;12 Latino;13 New Age;14 Pop;15 R&B/Soul;16 Soundtrack;17 Dance;18 Hip-Hop/Rap;19 World;20 Alternative;21 Rock;22 Christian & Gospel;23 Vocal;24 Reggae;25 Easy Listening;27 J-Pop;28 Enka;29 Anime;30 Kayokyoku;50 Fitness & Workout;52 Karaoke;53 Instrumental;1122 Brazilian;1197 Arabic;1203 African;1232 Chinese;1243 Korean;1262 Indian;1289 Folk;1290 Orchestral;1291 Marching;1299 Russian;1300 Turkish;100000 Christian & Gospel;100024 Cuban;100084 Tarab;50000061 Spoken Word;50000063 Disney;50000064 French Pop;50000066 German Pop;50000068 German Folk
    Music|Classical=9 Opera;1017 Avant-Garde;1018 Baroque Era;1019 Chamber Music;1020 Chant;1021 Choral;1022 Classical Crossover;1023 Early Music;1024 Impressionist;1025 Medieval Era;1026 Minimalism;1027 Modern Era;1028 Opera;1029 Orchestral;1030 Renaissance;1031 Romantic Era;1032 Wedding Music;1211 High Classical;100001 Art Song;100002 Brass & Woodwinds;100003 Solo Instrumental;100004 Contemporary Era;100005 Oratorio;100006 Cantata;100007 Electronic;100008 Sacred;100009 Guitar;100010 Piano;100011 Violin;100012 Cello;100013 Percussion
    =26 Podcasts;31 Music Videos;32 TV Shows;33 Movies;34 Music;35 iPod Games;36 App Store;37 Tones;38 Books;39 Mac App Store;40 Textbooks;500 Fitness Music;40000000 iTunes U;50000024 Audiobooks
    Music|Pop=51 K-Pop;1131 Adult Contemporary;1132 Britpop;1133 Pop/Rock;1134 Soft Rock;1135 Teen Pop;1250 C-Pop;1251 Cantopop/HK-Pop;1252 Korean Folk-Pop;1253 Mandopop;1254 Tai-Pop;1255 Malaysian Pop;1256 Pinoy Pop;1257 Original Pilipino Music;1258 Manilla Sound;1259 Indo Pop;1260 Thai Pop;1293 Oldies;100022 Tribute;100023 Shows;100069 Turkish Pop;100088 Levant Pop;100089 Iraqi Pop;100090 Egyptian Pop;100091 Maghreb Pop;100092 Khaleeji Pop
    Audiobooks=74 News;75 Programs & Performances;50000040 Fiction;50000041 Arts & Entertainment;50000042 Biographies & Memoirs;50000043 Business & Personal Finance;50000044 Kids & Young Adults;50000045 Classics;50000046 Comedy;50000047 Drama & Poetry;50000048 Speakers & Storytellers;50000049 History;50000050 Languages;50000051 Mysteries & Thrillers;50000052 Nonfiction;50000053 Religion & Spirituality;50000054 Science & Nature;50000055 Sci Fi & Fantasy;50000056 Self-Development;50000057 Sports & Outdoors;50000058 Technology;50000059 Travel & Adventure;50000069 Romance;50000070 Audiobooks Latino;50000092 Erotica;50000093 Light Novels
    Fitness Music=501 Pop;502 Dance;503 Hip-Hop;504 Rock;505 Alt/Indie;506 Latino;507 Country;508 World;509 New Age;510 Classical
    Music|Alternative=1001 College Rock;1002 Goth Rock;1003 Grunge;1004 Indie Rock;1005 New Wave;1006 Punk;1230 Chinese Alt;1231 Korean Indie;100018 EMO;100019 Pop Punk;100020 Indie Pop;100071 Turkish Alternative;100097 Indie Levant;100098 Indie Egyptian;100099 Indie Maghreb
    Music|Blues=1007 Chicago Blues;1009 Classic Blues;1010 Contemporary Blues;1011 Country Blues;1012 Delta Blues;1013 Electric Blues;1210 Acoustic Blues
    Music|Children's Music=1014 Lullabies;1015 Sing-Along;1016 Stories
    Music|Country=1033 Alternative Country;1034 Americana;1035 Bluegrass;1036 Contemporary Bluegrass;1037 Contemporary Country;1038 Country Gospel;1039 Honky Tonk;1040 Outlaw Country;1041 Traditional Bluegrass;1042 Traditional Country;1043 Urban Cowboy;1294 Thai Country
    Music|Dance=1044 Breakbeat;1045 Exercise;1046 Garage;1047 Hardcore;1048 House;1049 Jungle/Drum'n'bass;1050 Techno;1051 Trance;100105 Maghreb Dance
    Music|Jazz=1052 Big Band;1053 Bop;1106 Avant-Garde Jazz;1107 Contemporary Jazz;1108 Crossover Jazz;1109 Dixieland;1110 Fusion;1111 Latin Jazz;1112 Mainstream Jazz;1113 Ragtime;1114 Smooth Jazz;1175 Vocal Jazz;1207 Hard Bop;1208 Trad Jazz;1209 Cool Jazz
    Music|Easy Listening=1054 Lounge;1055 Swing
    Music|Electronic=1056 Ambient;1057 Downtempo;1058 Electronica;1060 IDM/Experimental;1061 Industrial;100014 Dubstep;100015 Bass;100100 Levant Electronic;100101 Electro-Cha'abi;100102 Maghreb Electronic
    Music|Singer/Songwriter=1062 Alternative Folk;1063 Contemporary Folk;1064 Contemporary Singer/Songwriter;1065 Folk-Rock;1066 New Acoustic;1067 Traditional Folk
    Music|Hip-Hop/Rap=1068 Alternative Rap;1069 Dirty South;1070 East Coast Rap;1071 Gangsta Rap;1072 Hardcore Rap;1073 Hip-Hop;1074 Latin Rap;1075 Old School Rap;1076 Rap;1077 Underground Rap;1078 West Coast Rap;1241 Chinese Hip-Hop;1242 Korean Hip-Hop;100016 UK Hip-Hop;100072 Turkish Hip-Hop/Rap;100093 Levant Hip-Hop;100094 Egyptian Hip-Hop;100095 Maghreb Hip-Hop;100096 Khaleeji Hip-Hop
    Music|Holiday=1079 Chanukah;1080 Christmas;1081 Christmas: Children's;1082 Christmas: Classic;1083 Christmas: Classical;1084 Christmas: Jazz;1085 Christmas: Modern;1086 Christmas: Pop;1087 Christmas: R&B;1088 Christmas: Religious;1089 Christmas: Rock;1090 Easter;1091 Halloween;1092 Holiday: Other;1093 Thanksgiving
    Music|Christian & Gospel=1094 CCM;1095 Christian Metal;1096 Christian Pop;1097 Christian Rap;1098 Christian Rock;1099 Classic Christian;1100 Contemporary Gospel;1101 Gospel;1103 Praise & Worship;1104 Southern Gospel;1105 Traditional Gospel
    Music|Latino=1115 Latin Jazz;1116 Contemporary Latin;1117 Pop Latino;1118 Raices;1119 Urbano latino;1120 Baladas y Boleros;1121 Rock y Alternativo;1123 Musica Mexicana;1124 Musica tropical
    Music|New Age=1125 Environmental;1126 Healing;1127 Meditation;1128 Nature;1129 Relaxation;1130 Travel;100021 Yoga
    Music|R&B/Soul=1136 Contemporary R&B;1137 Disco;1138 Doo Wop;1139 Funk;1140 Motown;1141 Neo-Soul;1142 Quiet Storm;1143 Soul
    Music|Rock=1144 Adult Alternative;1145 American Trad Rock;1146 Arena Rock;1147 Blues-Rock;1148 British Invasion;1149 Death Metal/Black Metal;1150 Glam Rock;1151 Hair Metal;1152 Hard Rock;1153 Metal;1154 Jam Bands;1155 Prog-Rock/Art Rock;1156 Psychedelic;1157 Rock & Roll;1158 Rockabilly;1159 Roots Rock;1160 Singer/Songwriter;1161 Southern Rock;1162 Surf;1163 Tex-Mex;1248 Chinese Rock;1249 Korean Rock;100070 Turkish Rock
    Music|Soundtrack=1165 Foreign Cinema;1166 Musicals;1168 Original Score;1169 Soundtrack;1172 TV Soundtrack;1288 Sound Effects;100032 Video Game
    Music|Comedy=1167 Novelty;1171 Standup Comedy
    Music|Vocal=1173 Standards;1174 Traditional Pop;1176 Vocal Pop;1261 Trot
    Music|African=1177 Afro-Beat;1178 Afro-Pop;1281 Afrikaans;100049 Afro House;100050 Afro Soul;100051 Afrobeats;100052 Benga;100053 Bongo-Flava;100054 Coupe-Decale;100055 Gqom;100056 Highlife;100057 Kuduro;100058 Kizomba;100059 Kwaito;100060 Mbalax;100061 Ndombolo;100062 Shangaan Electro;100063 Soukous;100064 Taarab;100065 Zouglou;100073 Maskandi
    Music|World=1179 Cajun;1180 Celtic;1181 Celtic Folk;1182 Contemporary Celtic;1184 Drinking Songs;1186 Japanese Pop;1187 Klezmer;1188 Polka;1189 Traditional Celtic;1190 Worldbeat;1191 Zydeco;1195 Caribbean;1196 South America;1198 North America;1199 Hawaii;1200 Australia;1201 Japan;1202 France;1204 Asia;1205 Europe;1206 South Africa;1271 Dini;1274 Dangdut;1275 Indonesian Religious;1276 Calypso;1277 Soca;1282 Farsi;1283 Israeli;1295 Flamenco;1296 Tango;1297 Fado;1298 Iberia
    Music|Reggae=1183 Modern Dancehall;1192 Roots Reggae;1193 Dub;1194 Ska;100017 Lovers Rock
    Music|Indian=1185 Indian Pop;1263 Bollywood;1266 Regional Indian;1267 Devotional & Spiritual;1268 Sufi;1269 Indian Classical;1278 Ghazals;1279 Indian Folk
    Music|Brazilian=1220 Axe;1221 Bossa Nova;1222 Choro;1223 Forro;1224 Frevo;1225 MPB;1226 Pagode;1227 Samba;1228 Sertanejo;1229 Baile Funk
    Music|Chinese=1233 Chinese Classical;1234 Chinese Flute;1235 Chinese Opera;1236 Chinese Orchestral;1237 Chinese Regional Folk;1238 Chinese Strings;1239 Taiwanese Folk;1240 Tibetan Native Music
    Music|Korean=1244 Korean Classical;1245 Korean Trad Song;1246 Korean Trad Instrumental;1247 Korean Trad Theater
    Music|Indian|Regional Indian=1264 Tamil;1265 Telugu;100035 Malayalam;100036 Kannada;100037 Marathi;100038 Gujarati;100039 Assamese;100040 Bhojpuri;100041 Haryanvi;100042 Odia;100043 Rajasthani;100044 Urdu;100045 Punjabi;100046 Bengali
    Music|Russian=1270 Russian Chanson;100074 Russian Romance;100075 Russian Bard;100076 Russian Pop;100077 Russian Rock;100078 Russian Hip-Hop
    Music|Turkish=1272 Halk;1273 Sanat;1280 Arabesque;100066 Ozgun;100067 Fantezi;100068 Religious
    Music|Arabic=1284 Khaleeji;1285 North African;1286 Arabic Pop;1287 Islamic;100079 Levant;100081 Maghreb Rai
    Podcasts=1301 Arts;1303 Comedy;1304 Education;1305 Kids & Family;1307 Health;1309 TV & Film;1310 Music;1311 News & Politics;1314 Religion & Spirituality;1315 Science & Medicine;1316 Sports & Recreation;1318 Technology;1321 Business;1323 Games & Hobbies;1324 Society & Culture;1325 Government & Organizations;1483 Fiction;1487 History;1488 True Crime;1489 News;1502 Leisure;1511 Government;1512 Health & Fitness;1533 Science;1545 Sports
    Podcasts|Society & Culture=1302 Personal Journals;1320 Places & Travel;1443 Philosophy;1462 History;1543 Documentary;1544 Relationships
    Podcasts|Arts=1306 Food;1401 Literature;1402 Design;1405 Performing Arts;1406 Visual Arts;1459 Fashion & Beauty;1482 Books
    Music Videos|Classical=1337 Piano;1609 Opera;1682 High Classical;1758 Avant-Garde;1759 Baroque Era;1760 Chamber Music;1761 Chant;1762 Choral;1763 Classical Crossover;1764 Early Music;1765 Impressionist;1766 Medieval Era;1767 Minimalism;1768 Modern Era;1769 Orchestral;1770 Renaissance;1771 Romantic Era;1772 Wedding Music;1928 Art Song;1929 Brass & Woodwinds;1930 Solo Instrumental;1931 Contemporary Era;1932 Oratorio;1933 Cantata;1934 Electronic;1935 Sacred;1936 Guitar;1938 Violin;1939 Cello;1940 Percussion
    Podcasts|Games & Hobbies=1404 Video Games;1454 Automotive;1455 Aviation;1460 Hobbies;1461 Other Games
    Podcasts|Business=1410 Careers;1412 Investing;1413 Management & Marketing;1471 Business News;1472 Shopping;1491 Management;1492 Marketing;1493 Entrepreneurship;1494 Non-Profit
    Podcasts|Education=1415 K-12;1416 Higher Education;1468 Educational Technology;1469 Language Courses;1470 Training;1498 Language Learning;1499 How To;1500 Self-Improvement;1501 Courses
    Podcasts|Health=1417 Fitness & Nutrition;1420 Self-Help;1421 Sexuality;1481 Alternative Health
    Podcasts|Religion & Spirituality=1438 Buddhism;1439 Christianity;1440 Islam;1441 Judaism;1444 Spirituality;1463 Hinduism;1464 Other;1532 Religion
    Podcasts|Technology=1446 Gadgets;1448 Tech News;1450 Podcasting;1480 Software How-To
    Podcasts|Sports & Recreation=1456 Outdoor;1465 Professional;1466 College & High School;1467 Amateur
    Podcasts|Government & Organizations=1473 National;1474 Regional;1475 Local;1476 Non-Profit
    Podcasts|Science & Medicine=1477 Natural Sciences;1478 Medicine;1479 Social Sciences
    Podcasts|Fiction=1484 Drama;1485 Science Fiction;1486 Comedy Fiction
    Podcasts|News=1490 Business News;1526 Daily News;1527 Politics;1528 Tech News;1529 Sports News;1530 News Commentary;1531 Entertainment News
    Podcasts|Comedy=1495 Improv;1496 Comedy Interviews;1497 Stand-Up
    Podcasts|Leisure=1503 Automotive;1504 Aviation;1505 Hobbies;1506 Crafts;1507 Games;1508 Home & Garden;1509 Video Games;1510 Animation & Manga
    Podcasts|Health & Fitness=1513 Alternative Health;1514 Fitness;1515 Nutrition;1516 Sexuality;1517 Mental Health;1518 Medicine
    Podcasts|Kids & Family=1519 Education for Kids;1520 Stories for Kids;1521 Parenting;1522 Pets & Animals
    Podcasts|Music=1523 Music Commentary;1524 Music History;1525 Music Interviews
    Podcasts|Science=1534 Natural Sciences;1535 Social Sciences;1536 Mathematics;1537 Nature;1538 Astronomy;1539 Chemistry;1540 Earth Sciences;1541 Life Sciences;1542 Physics
    Podcasts|Sports=1546 Soccer;1547 Football;1548 Basketball;1549 Baseball;1550 Hockey;1551 Running;1552 Rugby;1553 Golf;1554 Cricket;1555 Wrestling;1556 Tennis;1557 Volleyball;1558 Swimming;1559 Wilderness;1560 Fantasy Sports
    Podcasts|TV & Film=1561 TV Reviews;1562 After Shows;1563 Film Reviews;1564 Film History;1565 Film Interviews
    Music Videos=1602 Blues;1603 Comedy;1604 Children's Music;1605 Classical;1606 Country;1607 Electronic;1608 Holiday;1610 Singer/Songwriter;1611 Jazz;1612 Latin;1613 New Age;1614 Pop;1615 R&B/Soul;1616 Soundtrack;1617 Dance;1618 Hip-Hop/Rap;1619 World;1620 Alternative;1621 Rock;1622 Christian & Gospel;1623 Vocal;1624 Reggae;1625 Easy Listening;1626 Podcasts;1627 J-Pop;1628 Enka;1629 Anime;1630 Kayokyoku;1631 Disney;1632 French Pop;1633 German Pop;1634 German Folk;1637 Chinese;1648 Korean;1671 Brazilian;1683 Fitness & Workout;1684 Instrumental;1687 Karaoke;1689 Spoken Word;1690 Indian;1713 Arabic;1719 Folk;1720 Orchestral;1721 Marching;1729 Russian;1730 Turkish;1904 African;1926 Christian & Gospel;1951 Cuban;2011 Tarab
    Music Videos|Alternative=1635 Chinese Alt;1636 Korean Indie;1731 College Rock;1732 Goth Rock;1733 Grunge;1734 Indie Rock;1735 New Wave;1736 Punk;1945 EMO;1946 Pop Punk;1947 Indie Pop;1998 Turkish Alternative;2024 Indie Levant;2025 Indie Egyptian;2026 Indie Maghreb
    Music Videos|Chinese=1638 Chinese Classical;1639 Chinese Flute;1640 Chinese Opera;1641 Chinese Orchestral;1642 Chinese Regional Folk;1643 Chinese Strings;1644 Taiwanese Folk;1645 Tibetan Native Music
    Music Videos|Hip-Hop/Rap=1646 Chinese Hip-Hop;1647 Korean Hip-Hop;1801 Alternative Rap;1802 Dirty South;1803 East Coast Rap;1804 Gangsta Rap;1805 Hardcore Rap;1806 Hip-Hop;1807 Latin Rap;1808 Old School Rap;1809 Rap;1810 Underground Rap;1811 West Coast Rap;1943 UK Hip-Hop;1999 Turkish Hip-Hop/Rap;2020 Levant Hip-Hop;2021 Egyptian Hip-Hop;2022 Maghreb Hip-Hop;2023 Khaleeji Hip-Hop
    Music Videos|Korean=1649 Korean Classical;1650 Korean Trad Song;1651 Korean Trad Instrumental;1652 Korean Trad Theater
    Music Videos|Rock=1653 Chinese Rock;1654 Korean Rock;1688 Heavy Metal;1870 Adult Alternative;1871 American Trad Rock;1872 Arena Rock;1873 Blues-Rock;1874 British Invasion;1875 Death Metal/Black Metal;1876 Glam Rock;1877 Hair Metal;1878 Hard Rock;1879 Jam Bands;1880 Prog-Rock/Art Rock;1881 Psychedelic;1882 Rock & Roll;1883 Rockabilly;1884 Roots Rock;1885 Singer/Songwriter;1886 Southern Rock;1887 Surf;1888 Tex-Mex;1997 Turkish Rock
    Music Videos|Pop=1655 C-Pop;1656 Cantopop/HK-Pop;1657 Korean Folk-Pop;1658 Mandopop;1659 Tai-Pop;1660 Malaysian Pop;1661 Pinoy Pop;1662 Original Pilipino Music;1663 Manilla Sound;1664 Indo Pop;1665 Thai Pop;1686 K-Pop;1723 Oldies;1854 Adult Contemporary;1855 Britpop;1856 Pop/Rock;1857 Soft Rock;1858 Teen Pop;1949 Tribute;1950 Shows;1996 Turkish Pop;2015 Levant Pop;2016 Iraqi Pop;2017 Egyptian Pop;2018 Maghreb Pop;2019 Khaleeji Pop
    Music Videos|Vocal=1666 Trot;1900 Standards;1901 Traditional Pop;1903 Vocal Pop
    Music Videos|Brazilian=1672 Axe;1673 Baile Funk;1674 Bossa Nova;1675 Choro;1676 Forro;1677 Frevo;1678 MPB;1679 Pagode;1680 Samba;1681 Sertanejo
    Music Videos|Jazz=1685 Big Band;1826 Avant-Garde Jazz;1828 Bop;1829 Contemporary Jazz;1830 Cool Jazz;1831 Crossover Jazz;1832 Dixieland;1833 Fusion;1834 Hard Bop;1835 Latin Jazz;1836 Mainstream Jazz;1837 Ragtime;1838 Smooth Jazz;1839 Trad Jazz;1902 Vocal Jazz
    Music Videos|Indian=1691 Bollywood;1694 Regional Indian;1695 Devotional & Spiritual;1696 Sufi;1697 Indian Classical;1704 Indian Pop;1707 Ghazals;1708 Indian Folk
    Music Videos|Indian|Regional Indian=1692 Tamil;1693 Telugu;1962 Malayalam;1963 Kannada;1964 Marathi;1965 Gujarati;1966 Assamese;1967 Bhojpuri;1968 Haryanvi;1969 Odia;1970 Rajasthani;1971 Urdu;1972 Punjabi;1973 Bengali
    Music Videos|Russian=1698 Russian Chanson;2001 Russian Romance;2002 Russian Bard;2003 Russian Pop;2004 Russian Rock;2005 Russian Hip-Hop
    Music Videos|World=1699 Dini;1702 Dangdut;1703 Indonesian Religious;1705 Calypso;1706 Soca;1711 Farsi;1712 Israeli;1725 Flamenco;1726 Tango;1727 Fado;1728 Iberia;1907 Asia;1908 Australia;1909 Cajun;1910 Caribbean;1911 Celtic;1912 Celtic Folk;1913 Contemporary Celtic;1914 Europe;1915 France;1916 Hawaii;1917 Japan;1918 Klezmer;1919 North America;1920 Polka;1921 South Africa;1922 South America;1923 Traditional Celtic;1924 Worldbeat;1925 Zydeco
    Music Videos|Turkish=1700 Halk;1701 Sanat;1709 Arabesque;1993 Ozgun;1994 Fantezi;1995 Religious
    Music Videos|African=1710 Afrikaans;1905 Afro-Beat;1906 Afro-Pop;1976 Afro House;1977 Afro Soul;1978 Afrobeats;1979 Benga;1980 Bongo-Flava;1981 Coupe-Decale;1982 Gqom;1983 Highlife;1984 Kuduro;1985 Kizomba;1986 Kwaito;1987 Mbalax;1988 Ndombolo;1989 Shangaan Electro;1990 Soukous;1991 Taarab;1992 Zouglou;2000 Maskandi
    Music Videos|Arabic=1714 Khaleeji;1715 North African;1716 Arabic Pop;1717 Islamic;2006 Levant;2008 Maghreb Rai
    Music Videos|Soundtrack=1718 Sound Effects;1895 Foreign Cinema;1896 Musicals;1897 Original Score;1898 Soundtrack;1899 TV Soundtrack;1959 Video Game
    Music Videos|Country=1724 Thai Country;1775 Alternative Country;1776 Americana;1777 Bluegrass;1778 Contemporary Bluegrass;1779 Contemporary Country;1780 Country Gospel;1781 Honky Tonk;1782 Outlaw Country;1783 Traditional Bluegrass;1784 Traditional Country;1785 Urban Cowboy
    Music Videos|Blues=1737 Acoustic Blues;1738 Chicago Blues;1739 Classic Blues;1740 Contemporary Blues;1741 Country Blues;1742 Delta Blues;1743 Electric Blues
    Music Videos|Children's Music=1744 Lullabies;1745 Sing-Along;1746 Stories
    Music Videos|Christian & Gospel=1747 CCM;1748 Christian Metal;1749 Christian Pop;1750 Christian Rap;1751 Christian Rock;1752 Classic Christian;1753 Contemporary Gospel;1754 Gospel;1755 Praise & Worship;1756 Southern Gospel;1757 Traditional Gospel
    Music Videos|Comedy=1773 Novelty;1774 Standup Comedy
    Music Videos|Dance=1786 Breakbeat;1787 Exercise;1788 Garage;1789 Hardcore;1790 House;1791 Jungle/Drum'n'bass;1792 Techno;1793 Trance;2032 Maghreb Dance
    Music Videos|Easy Listening=1794 Lounge;1795 Swing
    Music Videos|Electronic=1796 Ambient;1797 Downtempo;1798 Electronica;1799 IDM/Experimental;1800 Industrial;1941 Dubstep;1942 Bass;2027 Levant Electronic;2028 Electro-Cha'abi;2029 Maghreb Electronic
    Music Videos|Holiday=1812 Chanukah;1813 Christmas;1814 Christmas: Children's;1815 Christmas: Classic;1816 Christmas: Classical;1817 Christmas: Jazz;1818 Christmas: Modern;1819 Christmas: Pop;1820 Christmas: R&B;1821 Christmas: Religious;1822 Christmas: Rock;1823 Easter;1824 Halloween;1825 Thanksgiving
    Music Videos|Latin=1840 Alternative & Rock in Spanish;1841 Baladas y Boleros;1842 Contemporary Latin;1843 Latin Jazz;1844 Latin Urban;1845 Pop in Spanish;1846 Raices;1847 Musica Mexicana;1848 Salsa y Tropical
    Music Videos|New Age=1849 Healing;1850 Meditation;1851 Nature;1852 Relaxation;1853 Travel;1948 Yoga
    Music Videos|R&B/Soul=1859 Contemporary R&B;1860 Disco;1861 Doo Wop;1862 Funk;1863 Motown;1864 Neo-Soul;1865 Soul
    Music Videos|Reggae=1866 Modern Dancehall;1867 Dub;1868 Roots Reggae;1869 Ska;1944 Lovers Rock
    Music Videos|Singer/Songwriter=1889 Alternative Folk;1890 Contemporary Folk;1891 Contemporary Singer/Songwriter;1892 Folk-Rock;1893 New Acoustic;1894 Traditional Folk
    Music Videos|Cuban=1952 Mambo;1953 Chachacha;1954 Guajira;1955 Son;1956 Bolero;1957 Guaracha;1958 Timba
    Music Videos|Indian|Regional Indian|Punjabi=1960 Punjabi Pop
    Music Videos|Indian|Regional Indian|Bengali=1961 Rabindra Sangeet
    Music Videos|Indian|Indian Classical=1974 Carnatic Classical;1975 Hindustani Classical
    Music Videos|Arabic|Levant=2007 Dabke
    Music Videos|Arabic|Khaleeji=2009 Khaleeji Jalsat;2010 Khaleeji Shailat
    Music Videos|Tarab=2012 Iraqi Tarab;2013 Egyptian Tarab;2014 Khaleeji Tarab
    Music Videos|Folk=2030 Iraqi Folk;2031 Khaleeji Folk
    TV Shows=4000 Comedy;4001 Drama;4002 Animation;4003 Action & Adventure;4004 Classics;4005 Kids & Family;4006 Nonfiction;4007 Reality TV;4008 Sci-Fi & Fantasy;4009 Sports;4010 Teens;4011 Latino TV
    Movies=4401 Action & Adventure;4402 Anime;4403 Classics;4404 Comedy;4405 Documentary;4406 Drama;4407 Foreign;4408 Horror;4409 Independent;4410 Kids & Family;4411 Musicals;4412 Romance;4413 Sci-Fi & Fantasy;4414 Short Films;4415 Special Interest;4416 Thriller;4417 Sports;4418 Western;4419 Urban;4420 Holiday;4421 Made for TV;4422 Concert Films;4423 Music Documentaries;4424 Music Feature Films;4425 Japanese Cinema;4426 Jidaigeki;4427 Tokusatsu;4428 Korean Cinema;4429 Russian;4430 Turkish;4431 Bollywood;4432 Regional Indian;4433 Middle Eastern;4434 African
    App Store=6000 Business;6001 Weather;6002 Utilities;6003 Travel;6004 Sports;6005 Social Networking;6006 Reference;6007 Productivity;6008 Photo & Video;6009 News;6010 Navigation;6011 Music;6012 Lifestyle;6013 Health & Fitness;6014 Games;6015 Finance;6016 Entertainment;6017 Education;6018 Books;6020 Medical;6021 Magazines & Newspapers;6022 Catalogs;6023 Food & Drink;6024 Shopping;6025 Stickers;6026 Developer Tools;6027 Graphics & Design
    App Store|Games=7001 Action;7002 Adventure;7003 Casual;7004 Board;7005 Card;7006 Casino;7007 Dice;7008 Educational;7009 Family;7011 Music;7012 Puzzle;7013 Racing;7014 Role Playing;7015 Simulation;7016 Sports;7017 Strategy;7018 Trivia;7019 Word
    Tones|Ringtones=8001 Alternative;8002 Blues;8003 Children's Music;8004 Classical;8005 Comedy;8006 Country;8007 Dance;8008 Electronic;8009 Enka;8010 French Pop;8011 German Folk;8012 German Pop;8013 Hip-Hop/Rap;8014 Holiday;8015 Inspirational;8016 J-Pop;8017 Jazz;8018 Kayokyoku;8019 Latin;8020 New Age;8022 Pop;8023 R&B/Soul;8024 Reggae;8025 Rock;8026 Singer/Songwriter;8027 Soundtrack;8028 Spoken Word;8029 Vocal;8030 World;8063 Anime;8064 Arabic;8076 Brazilian;8090 Chinese;8099 Christian & Gospel;8149 Disney;8150 Easy Listening;8158 Fitness & Workout;8159 Folk;8187 Indian;8198 Instrumental;8215 Karaoke;8216 Korean;8230 Marching Bands;8236 Orchestral;8304 African;8333 Russian;8341 Turkish;8368 Cuban;8428 Tarab
    Tones|Ringtones|Classical=8021 Opera;8111 Avant-Garde;8112 Baroque Era;8113 Chamber Music;8114 Chant;8115 Choral;8116 Classical Crossover;8117 Early Music;8118 High Classical;8119 Impressionist;8120 Medieval Era;8121 Minimalism;8122 Modern Era;8123 Orchestral;8124 Renaissance;8125 Romantic Era;8126 Wedding Music;8345 Art Song;8346 Brass & Woodwinds;8347 Solo Instrumental;8348 Contemporary Era;8349 Oratorio;8350 Cantata;8351 Electronic;8352 Sacred;8353 Guitar;8354 Piano;8355 Violin;8356 Cello;8357 Percussion
    Tones|Alert Tones=8050 Sound Effects;8051 Dialogue;8052 Music
    Tones=8053 Ringtones;8054 Alert Tones
    Tones|Ringtones|Alternative=8055 Chinese Alt;8056 College Rock;8057 Goth Rock;8058 Grunge;8059 Indie Rock;8060 Korean Indie;8061 New Wave;8062 Punk;8362 EMO;8363 Pop Punk;8364 Indie Pop;8415 Turkish Alternative;8441 Indie Levant;8442 Indie Egyptian;8443 Indie Maghreb
    Tones|Ringtones|Arabic=8065 Arabic Pop;8066 Islamic;8067 Khaleeji;8068 North African;8423 Levant;8425 Maghreb Rai
    Tones|Ringtones|Blues=8069 Acoustic Blues;8070 Chicago Blues;8071 Classic Blues;8072 Contemporary Blues;8073 Country Blues;8074 Delta Blues;8075 Electric Blues
    Tones|Ringtones|Brazilian=8077 Axe;8078 Baile Funk;8079 Bossa Nova;8080 Choro;8081 Forro;8082 Frevo;8083 MPB;8084 Pagode;8085 Samba;8086 Sertanejo
    Tones|Ringtones|Children's Music=8087 Lullabies;8088 Sing-Along;8089 Stories
    Tones|Ringtones|Chinese=8091 Chinese Classical;8092 Chinese Flute;8093 Chinese Opera;8094 Chinese Orchestral;8095 Chinese Regional Folk;8096 Chinese Strings;8097 Taiwanese Folk;8098 Tibetan Native Music
    Tones|Ringtones|Christian & Gospel=8100 CCM;8101 Christian Metal;8102 Christian Pop;8103 Christian Rap;8104 Christian Rock;8105 Classic Christian;8106 Contemporary Gospel;8107 Gospel;8108 Praise & Worship;8109 Southern Gospel;8110 Traditional Gospel
    Tones|Ringtones|Comedy=8127 Novelty;8128 Standup Comedy
    Tones|Ringtones|Country=8129 Alternative Country;8130 Americana;8131 Bluegrass;8132 Contemporary Bluegrass;8133 Contemporary Country;8134 Country Gospel;8135 Honky Tonk;8136 Outlaw Country;8137 Thai Country;8138 Traditional Bluegrass;8139 Traditional Country;8140 Urban Cowboy
    Tones|Ringtones|Dance=8141 Breakbeat;8142 Exercise;8143 Garage;8144 Hardcore;8145 House;8146 Jungle/Drum'n'bass;8147 Techno;8148 Trance;8449 Maghreb Dance
    Tones|Ringtones|Easy Listening=8151 Lounge;8152 Swing
    Tones|Ringtones|Electronic=8153 Ambient;8154 Downtempo;8155 Electronica;8156 IDM/Experimental;8157 Industrial;8358 Dubstep;8359 Bass;8444 Levant Electronic;8445 Electro-Cha'abi;8446 Maghreb Electronic
    Tones|Ringtones|Hip-Hop/Rap=8160 Alternative Rap;8161 Chinese Hip-Hop;8162 Dirty South;8163 East Coast Rap;8164 Gangsta Rap;8165 Hardcore Rap;8166 Hip-Hop;8167 Korean Hip-Hop;8168 Latin Rap;8169 Old School Rap;8170 Rap;8171 Underground Rap;8172 West Coast Rap;8360 UK Hip Hop;8416 Turkish Hip-Hop/Rap;8437 Levant Hip-Hop;8438 Egyptian Hip-Hop;8439 Maghreb Hip-Hop;8440 Khaleeji Hip-Hop
    Tones|Ringtones|Holiday=8173 Chanukah;8174 Christmas;8175 Christmas: Children's;8176 Christmas: Classic;8177 Christmas: Classical;8178 Christmas: Jazz;8179 Christmas: Modern;8180 Christmas: Pop;8181 Christmas: R&B;8182 Christmas: Religious;8183 Christmas: Rock;8184 Easter;8185 Halloween;8186 Thanksgiving
    Tones|Ringtones|Indian=8188 Bollywood;8189 Devotional & Spiritual;8190 Ghazals;8191 Indian Classical;8192 Indian Folk;8193 Indian Pop;8194 Regional Indian;8195 Sufi
    Tones|Ringtones|Indian|Regional Indian=8196 Tamil;8197 Telugu;8379 Malayalam;8380 Kannada;8381 Marathi;8382 Gujarati;8383 Assamese;8384 Bhojpuri;8385 Haryanvi;8386 Odia;8387 Rajasthani;8388 Urdu;8389 Punjabi;8390 Bengali
    Tones|Ringtones|Jazz=8199 Avant-Garde Jazz;8201 Big Band;8202 Bop;8203 Contemporary Jazz;8204 Cool Jazz;8205 Crossover Jazz;8206 Dixieland;8207 Fusion;8208 Hard Bop;8209 Latin Jazz;8210 Mainstream Jazz;8211 Ragtime;8212 Smooth Jazz;8213 Trad Jazz;8302 Vocal Jazz
    Tones|Ringtones|Pop=8214 K-Pop;8237 Adult Contemporary;8238 Britpop;8239 C-Pop;8240 Cantopop/HK-Pop;8241 Indo Pop;8242 Korean Folk-Pop;8243 Malaysian Pop;8244 Mandopop;8245 Manilla Sound;8246 Oldies;8247 Original Pilipino Music;8248 Pinoy Pop;8249 Pop/Rock;8250 Soft Rock;8251 Tai-Pop;8252 Teen Pop;8253 Thai Pop;8366 Tribute;8367 Shows;8413 Turkish Pop;8432 Levant Pop;8433 Iraqi Pop;8434 Egyptian Pop;8435 Maghreb Pop;8436 Khaleeji Pop
    Tones|Ringtones|Korean=8217 Korean Classical;8218 Korean Trad Instrumental;8219 Korean Trad Song;8220 Korean Trad Theater
    Tones|Ringtones|Latin=8221 Alternative & Rock in Spanish;8222 Baladas y Boleros;8223 Contemporary Latin;8224 Latin Jazz;8225 Latin Urban;8226 Pop in Spanish;8227 Raices;8228 Musica Mexicana;8229 Salsa y Tropical
    Tones|Ringtones|New Age=8231 Healing;8232 Meditation;8233 Nature;8234 Relaxation;8235 Travel;8365 Yoga
    Tones|Ringtones|R&B/Soul=8254 Contemporary R&B;8255 Disco;8256 Doo Wop;8257 Funk;8258 Motown;8259 Neo-Soul;8260 Soul
    Tones|Ringtones|Reggae=8261 Modern Dancehall;8262 Dub;8263 Roots Reggae;8264 Ska;8361 Lovers Rock
    Tones|Ringtones|Rock=8265 Adult Alternative;8266 American Trad Rock;8267 Arena Rock;8268 Blues-Rock;8269 British Invasion;8270 Chinese Rock;8271 Death Metal/Black Metal;8272 Glam Rock;8273 Hair Metal;8274 Hard Rock;8275 Metal;8276 Jam Bands;8277 Korean Rock;8278 Prog-Rock/Art Rock;8279 Psychedelic;8280 Rock & Roll;8281 Rockabilly;8282 Roots Rock;8283 Singer/Songwriter;8284 Southern Rock;8285 Surf;8286 Tex-Mex;8414 Turkish Rock
    Tones|Ringtones|Singer/Songwriter=8287 Alternative Folk;8288 Contemporary Folk;8289 Contemporary Singer/Songwriter;8290 Folk-Rock;8291 New Acoustic;8292 Traditional Folk
    Tones|Ringtones|Soundtrack=8293 Foreign Cinema;8294 Musicals;8295 Original Score;8296 Sound Effects;8297 Soundtrack;8298 TV Soundtrack;8376 Video Game
    Tones|Ringtones|Vocal=8299 Standards;8300 Traditional Pop;8301 Trot;8303 Vocal Pop
    Tones|Ringtones|African=8305 Afrikaans;8306 Afro-Beat;8307 Afro-Pop;8393 Afro House;8394 Afro Soul;8395 Afrobeats;8396 Benga;8397 Bongo-Flava;8398 Coupe-Decale;8399 Gqom;8400 Highlife;8401 Kuduro;8402 Kizomba;8403 Kwaito;8404 Mbalax;8405 Ndombolo;8406 Shangaan Electro;8407 Soukous;8408 Taarab;8409 Zouglou;8417 Maskandi
    Tones|Ringtones|Turkish=8308 Arabesque;8324 Halk;8335 Sanat;8410 Ozgun;8411 Fantezi;8412 Religious
    Tones|Ringtones|World=8309 Asia;8310 Australia;8311 Cajun;8312 Calypso;8313 Caribbean;8314 Celtic;8315 Celtic Folk;8316 Contemporary Celtic;8317 Dangdut;8318 Dini;8319 Europe;8320 Fado;8321 Farsi;8322 Flamenco;8323 France;8325 Hawaii;8326 Iberia;8327 Indonesian Religious;8328 Israeli;8329 Japan;8330 Klezmer;8331 North America;8332 Polka;8336 Soca;8337 South Africa;8338 South America;8339 Tango;8340 Traditional Celtic;8342 Worldbeat;8343 Zydeco
    Tones|Ringtones|Russian=8334 Russian Chanson;8418 Russian Romance;8419 Russian Bard;8420 Russian Pop;8421 Russian Rock;8422 Russian Hip-Hop
    Tones|Ringtones|Cuban=8369 Mambo;8370 Chachacha;8371 Guajira;8372 Son;8373 Bolero;8374 Guaracha;8375 Timba
    Tones|Ringtones|Indian|Regional Indian|Punjabi=8377 Punjabi Pop
    Tones|Ringtones|Indian|Regional Indian|Bengali=8378 Rabindra Sangeet
    Tones|Ringtones|Indian|Indian Classical=8391 Carnatic Classical;8392 Hindustani Classical
    Tones|Ringtones|Arabic|Levant=8424 Dabke
    Tones|Ringtones|Arabic|Khaleeji=8426 Khaleeji Jalsat;8427 Khaleeji Shailat
    Tones|Ringtones|Tarab=8429 Iraqi Tarab;8430 Egyptian Tarab;8431 Khaleeji Tarab
    Tones|Ringtones|Folk=8447 Iraqi Folk;8448 Khaleeji Folk
    Books=9002 Nonfiction;9003 Romance;9004 Travel & Adventure;9007 Arts & Entertainment;9008 Biographies & Memoirs;9009 Business & Personal Finance;9010 Children & Teens;9012 Humor;9015 History;9018 Religion & Spirituality;9019 Science & Nature;9020 Sci-Fi & Fantasy;9024 Lifestyle & Home;9025 Self-Development;9026 Comics & Graphic Novels;9027 Computers & Internet;9028 Cookbooks, Food & Wine;9029 Professional & Technical;9030 Parenting;9031 Fiction & Literature;9032 Mysteries & Thrillers;9033 Reference;9034 Politics & Current Events;9035 Sports & Outdoors;11010 Communications & Media;11086 Kids;11165 Young Adult;11227 Communications & Media;11228 Military & Warfare
    Books|Lifestyle & Home=10001 Antiques & Collectibles;10034 Crafts & Hobbies;10068 Gardening;10090 Pets
    Books|Arts & Entertainment=10002 Art & Architecture;10036 Theater;10067 Games;10087 Music;10089 Performing Arts;10092 Photography;11019 Dance;11020 Fashion;11021 Film;11022 Interior Design;11023 Media Arts;11024 Radio;11025 TV;11026 Visual Arts;11234 Art History;11236 Design
    Books|Religion & Spirituality=10003 Bibles;10105 Bible Studies;10106 Buddhism;10107 Christianity;10108 Hinduism;10109 Islam;10110 Judaism;11247 Comparative Religion
    Books|Self-Development=10004 Spirituality;10069 Health & Fitness;10094 Psychology;10119 Self-Improvement;11062 Diet & Nutrition
    Books|Business & Personal Finance=10005 Industries & Professions;10006 Marketing & Sales;10007 Small Business & Entrepreneurship;10008 Personal Finance;10009 Reference;10010 Careers;10011 Economics;10012 Investing;10013 Finance;10014 Management & Leadership;11243 Accounting;11244 Hospitality;11245 Real Estate
    Books|Comics & Graphic Novels=10015 Graphic Novels;10016 Manga;50000090 Comics
    Books|Computers & Internet=10017 Computers;10018 Databases;10019 Digital Media;10020 Internet;10021 Network;10022 Operating Systems;10023 Programming;10024 Software;10025 System Administration
    Books|Cookbooks, Food & Wine=10026 Beverages;10027 Courses & Dishes;10028 Special Diet;10029 Special Occasions;10030 Methods;10031 Reference;10032 Regional & Ethnic;10033 Specific Ingredients;11255 Culinary Arts
    Books|Professional & Technical=10035 Design;10037 Education;10083 Law;10086 Medical;10137 Engineering
    Books|Nonfiction=10038 Family & Relationships;10091 Philosophy;10120 Social Science;10138 Transportation;10149 True Crime
    Books|Fiction & Literature=10039 Action & Adventure;10040 African American;10041 Religious;10042 Classics;10043 Erotica;10045 Gay;10046 Ghost;10047 Historical;10048 Horror;10049 Literary;10065 Short Stories;10084 Literary Criticism;10093 Poetry;11044 Essays;11045 Anthologies;11046 Comparative Literature;11047 Drama;11049 Fairy Tales, Myths & Fables;11050 Family;50000088 Light Novels
    Books|Sci-Fi & Fantasy=10044 Fantasy;10063 Science Fiction;10064 Science Fiction & Literature
    Books|Mysteries & Thrillers=10050 Hard-Boiled;10051 Historical;10052 Police Procedural;10053 Short Stories;10054 British Detectives;10055 Women Sleuths;11259 Cozy
    Books|Romance=10056 Erotic Romance;10057 Contemporary;10058 Paranormal;10059 Historical;10060 Short Stories;10061 Suspense;10062 Western;11040 New Adult;11042 Romantic Comedy;11043 Gay & Lesbian;11229 Inspirational;11231 Holiday;11232 Wholesome;11233 Military;50000091 Multicultural
    Books|Reference=10066 Foreign Languages;10095 Almanacs & Yearbooks;10096 Atlases & Maps;10097 Catalogs & Directories;10098 Consumer Guides;10099 Dictionaries & Thesauruses;10100 Encyclopedias;10101 Etiquette;10102 Quotations;10103 Words & Language;10104 Writing;10136 Study Aids;11085 Manuals
    Books|History=10070 Africa;10071 Americas;10072 Ancient;10073 Asia;10074 Australia & Oceania;10075 Europe;10076 Latin America;10077 Middle East;10078 Military;10079 United States;10080 World
    Books|Children & Teens=10081 Children's Fiction;10082 Children's Nonfiction
    Books|Science & Nature=10085 Mathematics;10088 Nature;10111 Astronomy;10112 Chemistry;10113 Earth Sciences;10114 Essays;10115 History;10116 Life Sciences;10117 Physics;10118 Reference;11063 Agriculture;11064 Atmosphere;11065 Biology;11066 Ecology;11067 Environment;11068 Geography;11069 Geology
    Books|Sports & Outdoors=10121 Baseball;10122 Basketball;10123 Coaching;10124 Extreme Sports;10125 Football;10126 Golf;10127 Hockey;10128 Mountaineering;10129 Outdoors;10130 Racket Sports;10131 Reference;10132 Soccer;10133 Training;10134 Water Sports;10135 Winter Sports;11054 Boxing;11055 Cricket;11056 Cycling;11057 Equestrian;11058 Martial Arts & Self Defense;11059 Motor Sports;11060 Rugby;11061 Running
    Books|Travel & Adventure=10139 Africa;10140 Asia;10141 Specialty Travel;10142 Canada;10143 Caribbean;10144 Latin America;10145 Essays & Memoirs;10146 Europe;10147 Middle East;10148 United States
    Books|Sci-Fi & Fantasy|Fantasy=11001 Contemporary;11002 Epic;11003 Historical;11004 Paranormal;11005 Short Stories;11275 Urban
    Books|Sci-Fi & Fantasy|Science Fiction & Literature=11006 Adventure;11007 High Tech;11008 Short Stories
    Books|Professional & Technical|Education=11009 Language Arts & Disciplines
    Books|Communications & Media=11011 Broadcasting;11012 Digital Media;11013 Journalism;11014 Photojournalism;11015 Print;11016 Speech;11017 Writing
    Books|Arts & Entertainment|Art & Architecture=11018 Urban Planning
    Books|Biographies & Memoirs=11027 Arts & Entertainment;11028 Business;11029 Culinary;11030 Gay & Lesbian;11031 Historical;11032 Literary;11033 Media & Journalism;11034 Military;11035 Politics;11036 Religious;11037 Science & Technology;11038 Sports;11039 Women
    Books|Comics & Graphic Novels|Manga=11051 School Drama;11052 Human Drama;11053 Family Drama;11337 Boys;11338 Men;11339 Girls;11340 Women;11341 Other;11342 Yaoi;11343 Comic Essays;50000071 Action;50000072 Comedy;50000073 Erotica;50000074 Fantasy;50000075 Four Cell Manga;50000076 Gay & Lesbian;50000077 Hard-Boiled;50000078 Heroes;50000079 Historical Fiction;50000080 Mecha;50000081 Mystery;50000082 Nonfiction;50000083 Religious;50000084 Romance;50000085 Romantic Comedy;50000086 Science Fiction;50000087 Sports;50000089 Horror
    Books|Nonfiction|Social Science=11070 Anthropology;11071 Archaeology;11072 Civics;11073 Government;11074 Social Studies;11075 Social Welfare;11076 Society;11327 Sociology
    Books|Nonfiction|Philosophy=11077 Aesthetics;11078 Epistemology;11079 Ethics;11080 Language;11081 Logic;11082 Metaphysics;11083 Political;11084 Religion;11317 Political Philosophy;11319 Philosophy of Language;11320 Philosophy of Religion
    Books|Kids=11087 Animals;11088 Basic Concepts;11102 Biography;11103 Careers & Occupations;11104 Computers & Technology;11105 Cooking & Food;11106 Arts & Entertainment;11111 Family;11112 Fiction;11132 Games & Activities;11133 General Nonfiction;11134 Health;11135 History;11136 Holidays & Celebrations;11149 Humor;11151 Poetry;11152 Learning to Read;11156 Nursery Rhymes;11157 Government;11158 Reference;11159 Religion;11160 Science & Nature;11161 Social Issues;11162 Social Studies;11163 Sports & Recreation;11164 Transportation
    Books|Kids|Basic Concepts=11089 Alphabet;11090 Body;11091 Colors;11092 Counting & Numbers;11093 Date & Time;11094 General;11095 Money;11096 Opposites;11097 Seasons;11098 Senses & Sensation;11099 Size & Shape;11100 Sounds;11101 Words
    Books|Kids|Arts & Entertainment=11107 Art;11108 Crafts;11109 Music;11110 Performing Arts
    Books|Kids|Fiction=11113 Action & Adventure;11114 Animals;11115 Classics;11116 Comics & Graphic Novels;11117 Culture, Places & People;11118 Family & Relationships;11119 Fantasy;11120 Fairy Tales, Myths & Fables;11121 Favorite Characters;11122 Historical;11123 Holidays & Celebrations;11124 Monsters & Ghosts;11125 Mysteries;11126 Nature;11127 Religion;11128 Sci-Fi;11129 Social Issues;11130 Sports & Recreation;11131 Transportation
    Books|Kids|Holidays & Celebrations=11137 Birthdays;11138 Christmas & Advent;11139 Easter & Lent;11140 General;11141 Halloween;11142 Hanukkah;11143 Other;11144 Passover;11145 Patriotic Holidays;11146 Ramadan;11147 Thanksgiving;11148 Valentine's Day
    Books|Kids|Humor=11150 Jokes & Riddles
    Books|Kids|Learning to Read=11153 Chapter Books;11154 Early Readers;11155 Intermediate Readers
    Books|Young Adult=11166 Animals;11167 Biography;11168 Careers & Occupations;11169 Computers & Technology;11170 Cooking & Food;11171 Arts & Entertainment;11176 Family;11177 Fiction;11199 Games & Activities;11200 General Nonfiction;11201 Health;11202 History;11203 Holidays & Celebrations;11216 Humor;11218 Poetry;11219 Politics & Government;11220 Reference;11221 Religion;11222 Science & Nature;11223 Coming of Age;11224 Social Studies;11225 Sports & Recreation;11226 Transportation
    Books|Young Adult|Arts & Entertainment=11172 Art;11173 Crafts;11174 Music;11175 Performing Arts
    Books|Young Adult|Fiction=11178 Action & Adventure;11179 Animals;11180 Classics;11181 Comics & Graphic Novels;11182 Culture, Places & People;11183 Dystopian;11184 Family & Relationships;11185 Fantasy;11186 Fairy Tales, Myths & Fables;11187 Favorite Characters;11188 Historical;11189 Holidays & Celebrations;11190 Horror, Monsters & Ghosts;11191 Crime & Mystery;11192 Nature;11193 Religion;11194 Romance;11195 Sci-Fi;11196 Coming of Age;11197 Sports & Recreation;11198 Transportation
    Books|Young Adult|Holidays & Celebrations=11204 Birthdays;11205 Christmas & Advent;11206 Easter & Lent;11207 General;11208 Halloween;11209 Hanukkah;11210 Other;11211 Passover;11212 Patriotic Holidays;11213 Ramadan;11214 Thanksgiving;11215 Valentine's Day
    Books|Young Adult|Humor=11217 Jokes & Riddles
    Books|Humor=11246 Jokes & Riddles
    Books|Politics & Current Events=11260 Current Events;11261 Foreign Policy & International Relations;11262 Local Government;11263 National Government;11264 Political Science;11265 Public Administration;11266 World Affairs
    Books|Nonfiction|Family & Relationships=11273 Family & Childcare;11274 Love & Romance
    Books|Reference|Foreign Languages=11276 Arabic;11277 Bilingual Editions;11278 African Languages;11279 Ancient Languages;11280 Chinese;11281 English;11282 French;11283 German;11284 Hebrew;11285 Hindi;11286 Italian;11287 Japanese;11288 Korean;11289 Linguistics;11290 Other Languages;11291 Portuguese;11292 Russian;11293 Spanish;11294 Speech Pathology
    Books|Science & Nature|Mathematics=11295 Advanced Mathematics;11296 Algebra;11297 Arithmetic;11298 Calculus;11299 Geometry;11300 Statistics
    Books|Professional & Technical|Medical=11301 Veterinary;11302 Neuroscience;11303 Immunology;11304 Nursing;11305 Pharmacology & Toxicology;11306 Anatomy & Physiology;11307 Dentistry;11308 Emergency Medicine;11309 Genetics;11310 Psychiatry;11311 Radiology;11312 Alternative Medicine
    Books|Professional & Technical|Engineering=11329 Aeronautics;11330 Chemical & Petroleum Engineering;11331 Civil Engineering;11332 Computer Science;11333 Electrical Engineering;11334 Environmental Engineering;11335 Mechanical Engineering;11336 Power Resources
    Mac App Store=12001 Business;12002 Developer Tools;12003 Education;12004 Entertainment;12005 Finance;12006 Games;12007 Health & Fitness;12008 Lifestyle;12010 Medical;12011 Music;12012 News;12013 Photography;12014 Productivity;12015 Reference;12016 Social Networking;12017 Sports;12018 Travel;12019 Utilities;12020 Video;12021 Weather;12022 Graphics & Design
    Mac App Store|Games=12201 Action;12202 Adventure;12203 Casual;12204 Board;12205 Card;12206 Casino;12207 Dice;12208 Educational;12209 Family;12210 Kids;12211 Music;12212 Puzzle;12213 Racing;12214 Role Playing;12215 Simulation;12216 Sports;12217 Strategy;12218 Trivia;12219 Word
    App Store|Magazines & Newspapers=13001 News & Politics;13002 Fashion & Style;13003 Home & Garden;13004 Outdoors & Nature;13005 Sports & Leisure;13006 Automotive;13007 Arts & Photography;13008 Brides & Weddings;13009 Business & Investing;13010 Children's Magazines;13011 Computers & Internet;13012 Cooking, Food & Drink;13013 Crafts & Hobbies;13014 Electronics & Audio;13015 Entertainment;13017 Health, Mind & Body;13018 History;13019 Literary Magazines & Journals;13020 Men's Interest;13021 Movies & Music;13023 Parenting & Family;13024 Pets;13025 Professional & Trade;13026 Regional News;13027 Science;13028 Teens;13029 Travel & Regional;13030 Women's Interest
    Textbooks=15000 Arts & Entertainment;15017 Biographies & Memoirs;15018 Business & Personal Finance;15032 Children & Teens;15035 Comics & Graphic Novels;15038 Communications & Media;15046 Computers & Internet;15056 Cookbooks, Food & Wine;15066 Engineering;15075 Fiction & Literature;15092 Health, Mind & Body;15095 History;15108 Humor;15109 Language Studies;15130 Lifestyle & Home;15135 Mathematics;15142 Medicine;15155 Mysteries & Thrillers;15162 Nonfiction;15166 Parenting;15167 Philosophy;15176 Politics & Current Events;15184 Professional & Technical;15190 Reference;15202 Religion & Spirituality;15212 Romance;15220 Sci-Fi & Fantasy;15232 Science & Nature;15249 Social Science;15270 Sports & Outdoors;15288 Teaching & Learning;15298 Travel & Adventure
    Textbooks|Arts & Entertainment=15001 Art & Architecture;15003 Art History;15004 Dance;15005 Design;15006 Fashion;15007 Film;15008 Games;15009 Interior Design;15010 Media Arts;15011 Music;15012 Performing Arts;15013 Photography;15014 Theater;15015 TV;15016 Visual Arts
    Textbooks|Arts & Entertainment|Art & Architecture=15002 Urban Planning
    Textbooks|Business & Personal Finance=15019 Accounting;15020 Careers;15021 Economics;15022 Finance;15023 Hospitality;15024 Industries & Professions;15025 Investing;15026 Management & Leadership;15027 Marketing & Sales;15028 Personal Finance;15029 Real Estate;15030 Reference;15031 Small Business & Entrepreneurship
    Textbooks|Children & Teens=15033 Fiction;15034 Nonfiction
    Textbooks|Comics & Graphic Novels=15036 Graphic Novels;15037 Manga;15311 Comics
    Textbooks|Communications & Media=15039 Broadcasting;15040 Digital Media;15041 Journalism;15042 Photojournalism;15043 Print;15044 Speech;15045 Writing
    Textbooks|Computers & Internet=15047 Computers;15048 Databases;15049 Digital Media;15050 Internet;15051 Network;15052 Operating Systems;15053 Programming;15054 Software;15055 System Administration
    Textbooks|Cookbooks, Food & Wine=15057 Beverages;15058 Courses & Dishes;15059 Culinary Arts;15060 Methods;15061 Reference;15062 Regional & Ethnic;15063 Special Diet;15064 Special Occasions;15065 Specific Ingredients
    Textbooks|Engineering=15067 Aeronautics;15068 Chemical & Petroleum Engineering;15069 Civil Engineering;15070 Computer Science;15071 Electrical Engineering;15072 Environmental Engineering;15073 Mechanical Engineering;15074 Power Resources
    Textbooks|Fiction & Literature=15076 Latino;15077 Action & Adventure;15078 African American;15079 Anthologies;15080 Classics;15081 Comparative Literature;15082 Erotica;15083 Gay;15084 Ghost;15085 Historical;15086 Horror;15087 Literary;15088 Literary Criticism;15089 Poetry;15090 Religious;15091 Short Stories
    Textbooks|Health, Mind & Body=15093 Fitness;15094 Self-Improvement
    Textbooks|History=15096 Africa;15097 Americas;15101 Ancient;15102 Asia;15103 Australia & Oceania;15104 Europe;15105 Middle East;15106 Military;15107 World
    Textbooks|History|Americas=15098 Canada;15099 Latin America;15100 United States
    Textbooks|Language Studies=15110 African Languages;15111 Ancient Languages;15112 Arabic;15113 Bilingual Editions;15114 Chinese;15115 English;15116 French;15117 German;15118 Hebrew;15119 Hindi;15120 Indigenous Languages;15121 Italian;15122 Japanese;15123 Korean;15124 Linguistics;15125 Other Language;15126 Portuguese;15127 Russian;15128 Spanish;15129 Speech Pathology
    Textbooks|Lifestyle & Home=15131 Antiques & Collectibles;15132 Crafts & Hobbies;15133 Gardening;15134 Pets
    Textbooks|Mathematics=15136 Advanced Mathematics;15137 Algebra;15138 Arithmetic;15139 Calculus;15140 Geometry;15141 Statistics
    Textbooks|Medicine=15143 Anatomy & Physiology;15144 Dentistry;15145 Emergency Medicine;15146 Genetics;15147 Immunology;15148 Neuroscience;15149 Nursing;15150 Pharmacology & Toxicology;15151 Psychiatry;15152 Psychology;15153 Radiology;15154 Veterinary
    Textbooks|Mysteries & Thrillers=15156 British Detectives;15157 Hard-Boiled;15158 Historical;15159 Police Procedural;15160 Short Stories;15161 Women Sleuths
    Textbooks|Nonfiction=15163 Family & Relationships;15164 Transportation;15165 True Crime
    Textbooks|Philosophy=15168 Aesthetics;15169 Epistemology;15170 Ethics;15171 Philosophy of Language;15172 Logic;15173 Metaphysics;15174 Political Philosophy;15175 Philosophy of Religion
    Textbooks|Politics & Current Events=15177 Current Events;15178 Foreign Policy & International Relations;15179 Local Governments;15180 National Governments;15181 Political Science;15182 Public Administration;15183 World Affairs
    Textbooks|Professional & Technical=15185 Design;15186 Language Arts & Disciplines;15187 Engineering;15188 Law;15189 Medical
    Textbooks|Reference=15191 Almanacs & Yearbooks;15192 Atlases & Maps;15193 Catalogs & Directories;15194 Consumer Guides;15195 Dictionaries & Thesauruses;15196 Encyclopedias;15197 Etiquette;15198 Quotations;15199 Study Aids;15200 Words & Language;15201 Writing;15312 Manuals
    Textbooks|Religion & Spirituality=15203 Bible Studies;15204 Bibles;15205 Buddhism;15206 Christianity;15207 Comparative Religion;15208 Hinduism;15209 Islam;15210 Judaism;15211 Spirituality
    Textbooks|Romance=15213 Contemporary;15214 Erotic Romance;15215 Paranormal;15216 Historical;15217 Short Stories;15218 Suspense;15219 Western
    Textbooks|Sci-Fi & Fantasy=15221 Fantasy;15227 Science Fiction;15228 Science Fiction & Literature
    Textbooks|Sci-Fi & Fantasy|Fantasy=15222 Contemporary;15223 Epic;15224 Historical;15225 Paranormal;15226 Short Stories
    Textbooks|Sci-Fi & Fantasy|Science Fiction & Literature=15229 Adventure;15230 High Tech;15231 Short Stories
    Textbooks|Science & Nature=15233 Agriculture;15234 Astronomy;15235 Atmosphere;15236 Biology;15237 Chemistry;15238 Earth Sciences;15239 Ecology;15240 Environment;15241 Essays;15242 Geography;15243 Geology;15244 History;15245 Life Sciences;15246 Nature;15247 Physics;15248 Reference
    Textbooks|Social Science=15250 Anthropology;15251 Archaeology;15252 Civics;15253 Government;15254 Social Studies;15255 Social Welfare;15256 Society;15269 Sociology
    Textbooks|Social Science|Society=15257 African Studies;15258 American Studies;15259 Asia Pacific Studies;15260 Cross-Cultural Studies;15261 European Studies;15262 Immigration & Emigration;15263 Indigenous Studies;15264 Latin & Caribbean Studies;15265 Middle Eastern Studies;15266 Race & Ethnicity Studies;15267 Sexuality Studies;15268 Women's Studies
    Textbooks|Sports & Outdoors=15271 Baseball;15272 Basketball;15273 Coaching;15274 Equestrian;15275 Extreme Sports;15276 Football;15277 Golf;15278 Hockey;15279 Motor Sports;15280 Mountaineering;15281 Outdoors;15282 Racket Sports;15283 Reference;15284 Soccer;15285 Training;15286 Water Sports;15287 Winter Sports
    Textbooks|Teaching & Learning=15289 Adult Education;15290 Curriculum & Teaching;15291 Educational Leadership;15292 Educational Technology;15293 Family & Childcare;15294 Information & Library Science;15295 Learning Resources;15296 Psychology & Research;15297 Special Education
    Textbooks|Travel & Adventure=15299 Africa;15300 Americas;15304 Asia;15305 Caribbean;15306 Essays & Memoirs;15307 Europe;15308 Middle East;15309 Oceania;15310 Specialty Travel
    Textbooks|Travel & Adventure|Americas=15301 Canada;15302 Latin America;15303 United States
    App Store|Stickers=16001 Emoji & Expressions;16003 Animals & Nature;16005 Art;16006 Celebrations;16007 Celebrities;16008 Comics & Cartoons;16009 Eating & Drinking;16010 Gaming;16014 Movies & TV;16015 Music;16017 People;16019 Places & Objects;16021 Sports & Activities;16025 Kids & Family;16026 Fashion
    Music|Cuban=100025 Mambo;100026 Chachacha;100027 Guajira;100028 Son;100029 Bolero;100030 Guaracha;100031 Timba
    Music|Indian|Regional Indian|Punjabi=100033 Punjabi Pop
    Music|Indian|Regional Indian|Bengali=100034 Rabindra Sangeet
    Music|Indian|Indian Classical=100047 Carnatic Classical;100048 Hindustani Classical
    Music|Arabic|Levant=100080 Dabke
    Music|Arabic|Khaleeji=100082 Khaleeji Jalsat;100083 Khaleeji Shailat
    Music|Tarab=100085 Iraqi Tarab;100086 Egyptian Tarab;100087 Khaleeji Tarab
    Music|Folk=100103 Iraqi Folk;100104 Khaleeji Folk
    iTunes U=40000001 Business & Economics;40000009 Engineering;40000016 Music, Art, & Design;40000026 Health & Medicine;40000041 History;40000053 Communications & Journalism;40000054 Philosophy;40000055 Religion & Spirituality;40000056 Languages;40000070 Writing & Literature;40000077 Mathematics;40000084 Science;40000094 Social Science;40000101 Society;40000109 Teaching & Learning;40000140 Law & Politics
    iTunes U|Business & Economics=40000002 Economics;40000003 Finance;40000004 Hospitality;40000005 Management;40000006 Marketing;40000007 Personal Finance;40000008 Real Estate;40000121 Entrepreneurship
    iTunes U|Engineering=40000010 Chemical & Petroleum Engineering;40000011 Civil Engineering;40000012 Computer Science;40000013 Electrical Engineering;40000014 Environmental Engineering;40000015 Mechanical Engineering
    iTunes U|Music, Art, & Design=40000017 Architecture;40000019 Art History;40000020 Dance;40000021 Film;40000022 Design;40000023 Interior Design;40000024 Music;40000025 Theater;40000116 Culinary Arts;40000117 Fashion;40000118 Media Arts;40000119 Photography;40000120 Visual Art
    iTunes U|Health & Medicine=40000027 Anatomy & Physiology;40000028 Behavioral Science;40000029 Dentistry;40000030 Diet & Nutrition;40000031 Emergency Medicine;40000032 Genetics;40000033 Gerontology;40000034 Health & Exercise Science;40000035 Immunology;40000036 Neuroscience;40000037 Pharmacology & Toxicology;40000038 Psychiatry;40000039 Global Health;40000040 Radiology;40000129 Nursing
    iTunes U|History=40000042 Ancient History;40000043 Medieval History;40000044 Military History;40000045 Modern History;40000046 African History;40000047 Asia-Pacific History;40000048 European History;40000049 Middle Eastern History;40000050 North American History;40000051 South American History
    iTunes U|Languages=40000057 African Languages;40000058 Ancient Languages;40000061 English;40000063 French;40000064 German;40000065 Italian;40000066 Linguistics;40000068 Spanish;40000069 Speech Pathology;40000130 Arabic;40000131 Chinese;40000132 Hebrew;40000133 Hindi;40000134 Indigenous Languages;40000135 Japanese;40000136 Korean;40000137 Other Languages;40000138 Portuguese;40000139 Russian;40000173 Dutch;40000174 Luxembourgish;40000175 Swedish;40000176 Norwegian;40000177 Finnish;40000178 Danish;40000179 Polish;40000180 Turkish;40000181 Flemish
    iTunes U|Writing & Literature=40000071 Anthologies;40000072 Biography;40000073 Classics;40000074 Literary Criticism;40000075 Fiction;40000076 Poetry;40000145 Comparative Literature
    iTunes U|Mathematics=40000078 Advanced Mathematics;40000079 Algebra;40000080 Arithmetic;40000081 Calculus;40000082 Geometry;40000083 Statistics
    iTunes U|Science=40000085 Agricultural;40000086 Astronomy;40000087 Atmosphere;40000088 Biology;40000089 Chemistry;40000090 Ecology;40000091 Geography;40000092 Geology;40000093 Physics;40000164 Environment
    iTunes U|Law & Politics=40000095 Law;40000096 Political Science;40000097 Public Administration;40000141 Foreign Policy & International Relations;40000142 Local Governments;40000143 National Governments;40000144 World Affairs
    iTunes U|Social Science=40000098 Psychology;40000099 Social Welfare;40000100 Sociology;40000154 Archaeology;40000155 Anthropology
    iTunes U|Society=40000103 Asia Pacific Studies;40000104 European Studies;40000105 Indigenous Studies;40000106 Latin & Caribbean Studies;40000107 Middle Eastern Studies;40000108 Women's Studies;40000165 African Studies;40000166 American Studies;40000167 Cross-cultural Studies;40000168 Immigration & Emigration;40000169 Race & Ethnicity Studies;40000170 Sexuality Studies
    iTunes U|Teaching & Learning=40000110 Curriculum & Teaching;40000111 Educational Leadership;40000112 Family & Childcare;40000113 Learning Resources;40000114 Psychology & Research;40000115 Special Education;40000171 Educational Technology;40000172 Information/Library Science
    iTunes U|Communications & Journalism=40000122 Broadcasting;40000123 Digital Media;40000124 Journalism;40000125 Photojournalism;40000126 Print;40000127 Speech;40000128 Writing
    iTunes U|Philosophy=40000146 Aesthetics;40000147 Epistemology;40000148 Ethics;40000149 Metaphysics;40000150 Political Philosophy;40000151 Logic;40000152 Philosophy of Language;40000153 Philosophy of Religion
    iTunes U|Religion & Spirituality=40000156 Buddhism;40000157 Christianity;40000158 Comparative Religion;40000159 Hinduism;40000160 Islam;40000161 Judaism;40000162 Other Religions;40000163 Spirituality
    """
}
