/// The table of ISO 639 codes for the languages that have codes of both two and three letters;
/// converts between the two.
///
/// Every other three-letter code is its own BCP 47 tag (RFC 5646 §2.2.1) and needs no row.
struct LanguageCodes: Sendable {
  static let standard = LanguageCodes(rows)

  private var twoByThree: [String: String] = [:]
  private var threeByTwo: [String: String] = [:]
  private var terminological: [String: String] = [:]

  /// Reads rows that contain a two-letter code, a three-letter code and any alternative
  /// three-letter codes.
  init(_ rows: String) {
    twoByThree.reserveCapacity(256)
    threeByTwo.reserveCapacity(256)
    for row in rows.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let codes = row.split(separator: 0x3D).map { String(Substring($0)) }
      guard codes.count >= 2 else { continue }
      threeByTwo[codes[0]] = codes[1]
      twoByThree[codes[1]] = codes[0]
      for other in codes.dropFirst(2) {
        twoByThree[other] = codes[0]
        terminological[other] = codes[1]
      }
    }
  }

  /// Returns the two-letter code for a three-letter code, such as `de` for `deu` or `ger`; nil for
  /// other codes.
  func twoLetters(_ code: String) -> String? { twoByThree[code] }

  /// Returns the three-letter code for a two-letter code, such as `deu` for `de`; nil for other
  /// codes.
  func threeLetters(_ code: String) -> String? { threeByTwo[code] }

  /// Returns the terminological code for a bibliographic or withdrawn code, such as `deu` for
  /// `ger`; other codes are unchanged.
  func terminological(_ code: String) -> String { terminological[code] ?? code }

  /// Source: the ISO 639-2 code list of the Library of Congress: each row has 639-1 = 639-2/T, then
  /// 639-2/B if different, and the withdrawn codes mol, scc and scr, which are found in older
  /// files.
  static let rows = """
    aa=aar ab=abk ae=ave af=afr ak=aka am=amh an=arg ar=ara as=asm av=ava ay=aym az=aze ba=bak
    be=bel bg=bul bh=bih bi=bis bm=bam bn=ben bo=bod=tib br=bre bs=bos ca=cat ce=che ch=cha co=cos
    cr=cre cs=ces=cze cu=chu cv=chv cy=cym=wel da=dan de=deu=ger dv=div dz=dzo ee=ewe el=ell=gre
    en=eng eo=epo es=spa et=est eu=eus=baq fa=fas=per ff=ful fi=fin fj=fij fo=fao fr=fra=fre
    fy=fry ga=gle gd=gla gl=glg gn=grn gu=guj gv=glv ha=hau he=heb hi=hin ho=hmo hr=hrv=scr ht=hat
    hu=hun hy=hye=arm hz=her ia=ina id=ind ie=ile ig=ibo ii=iii ik=ipk io=ido is=isl=ice it=ita
    iu=iku ja=jpn jv=jav ka=kat=geo kg=kon ki=kik kj=kua kk=kaz kl=kal km=khm kn=kan ko=kor kr=kau
    ks=kas ku=kur kv=kom kw=cor ky=kir la=lat lb=ltz lg=lug li=lim ln=lin lo=lao lt=lit lu=lub
    lv=lav mg=mlg mh=mah mi=mri=mao mk=mkd=mac ml=mal mn=mon mr=mar ms=msa=may mt=mlt my=mya=bur
    na=nau nb=nob nd=nde ne=nep ng=ndo nl=nld=dut nn=nno no=nor nr=nbl nv=nav ny=nya oc=oci oj=oji
    om=orm or=ori os=oss pa=pan pi=pli pl=pol ps=pus pt=por qu=que rm=roh rn=run ro=ron=rum=mol ru=rus
    rw=kin sa=san sc=srd sd=snd se=sme sg=sag si=sin sk=slk=slo sl=slv sm=smo sn=sna so=som
    sq=sqi=alb sr=srp=scc ss=ssw st=sot su=sun sv=swe sw=swa ta=tam te=tel tg=tgk th=tha ti=tir tk=tuk
    tl=tgl tn=tsn to=ton tr=tur ts=tso tt=tat tw=twi ty=tah ug=uig uk=ukr ur=urd uz=uzb ve=ven
    vi=vie vo=vol wa=wln wo=wol xh=xho yi=yid yo=yor za=zha zh=zho=chi zu=zul
    """
}
