/// What follows each letter in each language, and the characters of languages without letters, most frequent first.
///
/// Made by `Scripts/generate-text-tables` from facts/letters.tsv, which `Scripts/count-letters` counts.
enum LetterFrequencies {
  /// Lines of a language, then groups of a letter and what follows it; `_` is the edge of a word.
  static let pairs = """
    ru _скптвмоднрибзжгулачф а_нртлямсдвкйзпчгбхуе боалеиурыт_кнщсъхяцбч веао_иылрснкутзвьпхяш гоар_еилувнцдсмгэткчб
    ru деаион_лружвскыьцябзю ен_ртлмдскйвозгцчбжеп жиечанкд_оусбмёьшпрэ заовн_ыримдуелксбягьё и_нйтеякслмрздцвчхгои
    ru й_слтокнмдревцзбиачяш коаи_рлуествнмцкхюжгш льоеиаыяюу_лкнчётджгб меауон_ияпыбмсклвьэгф наи_ыоеьтщндсгякуцвфж
    ru он_жвлрсдтчкмбгйепзхи пораеилу_кптсяыьнхючш раоеи_уытндмсхкяжвгфб сткв_еолпиаряусынмьшх тое_арьилнвсукыятюбмч
    ru ужк_сдрлнбмтпгчавюзйе фиеаолру_фтэьныгсш х_оариуенмвлсэтбдыьёя цие_аоывукзцбгс чеианкоу_тёьшжсхм
    ru шиеакот_унрлвспьмяцчю щиеаьёу_н ый_евхкмтбшлсчрджпзнщ ь_нстзяюшкфембцчгдови элтпнкфйрс_мвдшхбугз
    ru ю_чбщтдржкйнсшмглазпф я_тнезмсщрхчпвцляджюк ёнт_мрвдлхгкс
    uk _птсвкмздшнрчблоагіжу ʼяєюїа а_нрлтмсйквдпхзбгчєуц баілоуер_тиснкщвхмбюʼ віаиое_нукдстлврпгхчя
    uk гоа_уірелвинбтцгмскдх деоаині_ужлрктсвзябдь енр_млтксдйцогвзжпфхб жіеи_анкуолбдчяжтсхвп за_нвуоімеибьдклргпся
    uk и_йнмкствчхлзпрцбджфг й_сотнлмдкрбвязшцпгаф каіо_иурелстнвщцкхшмь лоьіаиеяюу_клтгдмсбфн міа_еонуибпксвлʼмртгд
    uk на_иоінякегтдсьуцюшзф о_нвмрлсдкбгтпзжюїчха пораіеуилк_нцтсхпчюʼв риаоеіну_тсдкмцявгхбф стьвеаоя_укпиілнхмсшц
    uk тоиаерь_ліунвксятюхмч у_квнрлтдсбапмєгчхюзж фіаеору_тлсгфнивьшя х_іаоунрмеливтсьдгкш ціеьяиа_юутзопнвбгцс
    uk чоанеичя_ікужвхсмр шкеиату_оіврнлпмсяч щоеиауі_ ьк_снотяшфєцмюйбївдгп ю_дтвчрєнкймсгблпазшж
    uk я_ктнмчдвгрхпсєцлзйбо є_тнврдмлгскцїюзжхйпб ір_нвдктлсяйзмчагшожї ї_тндлкржсвхмзїгбчпцш ґауро_евідтлсю
    be _спткмзваднргбжучіцлф а_нрлдвсмкўятцйгзбепх бауліеор_ыятнэскмцхшю ваеыіояуэ_ётр гау_роіелэнвцчсмкбдты
    be дназыэ_улркожвсбдчпмт е_трнклцдсйвмгўзшчажп жачыэнк_уобсдвжпцшр за_іневмярлоьдуыгскбэ й_слнгтцкдмрбвшзіфчпя
    be кауі_орлственцэмшгхбф лаьіыеяоую_кэёгтдмслб мауен_іояпбысклэвгётф на_ыіяенчтсдцгокуьвёю ондлрўвкс_тжбмпйгчшзц
    be пареоілу_ыякэнстчшхюц раыэ_уотнксмдхбцвгфшл сктяавц_іуеплмыноэхсь тоар_лыэунквсбмхзфцчг ур_жклнсбдпчтгамзхвцю
    be фіаеруо_лтсэгыш ха_оуінврлемтсэгдыш цьаёыіцяе_экоуюнтвзмб чыанэо_кбувцжхмрс шыатч_кэувнпролмсшцх
    be ы_нямкстцхврзлпчбўійш ь_нтксмцфябшеюпдвёгчз эднлрскайт_мфгбпжшвхў ю_цчтмсднбкшразлехгфв я_рсцгнклтвўдепмжчхшя
    be ёмнврл_тгўдскзйхбпц і_нкцсядлрзтмчхвгйпшё ў_ндвтслкрзчшжпцбгяаэ
    bg _скнпмвтидзробжлачцфг а_нтлрдвсмзкйгпбщучцж баиреолуъят_нсщвхючзм веаои_яъркнтсдулхмчгз гоар_лиенувъьмсдчбктх
    bg днаеиорв_ъужсялбкмхдз е_ндтлрксмйжцвзощпбгш жае_динокуъбтвш завипнобрде_мктлхсъгу и_нтзякрсцлчедмвгопай
    bg йск_лнтоевмдрбцзпшчгф коаи_рлсутвъенцхюмчшд лаиео_унякюзтсъфбгмвд меанъои_убпрсявфчклдт наоеи_тсдгяквнцуфчюзж
    bg о_жтрвлсндбкймпчзгиеа пораеилъук_нцтсючвяхф раеио_ътунцсмжквдяфбг сткр_веъаиолнупмфягшб т_оеаиърлвнкусятюмчдх
    bg уснлдв_бкртпмачежзхгш фиеаорл_утгсяъш хоару_ивнеълсмтцья цеив_ауякьоъ чеаиокн_вурхт шиеак_норъвуплчтмх
    bg ща_еиорнукт ъмржклзсдгцвпнтщбохче ьо ючмбжрт_сгкнацлздфшпв я_твнлсщмргпкбздхйежо
    sr _скптнмодзривбулжагјф a_рњцквнтлзjдмжпчшбсу e_нтлсдрмњoзкгбпћjвчф jaк_eумаи o_дрлкбнмсзтвпћжгљjшњ
    sr а_нрмцлвтсдкњјзчпгубш баирелоуa_нљeoвњдјсх веаиор_нусaљoкeњдчгцл гао_рлуеивмнoдeaсктјб даењиорн_усвлaeoбкгшј
    sr е_нтдрлкмсвјзпњгошбчц жаеинуeоa_јђjдб заин_увеолдмaбрoгeј и_нјцксмтрлзвчдхпшогњ коаи_реуaлвстљцoeјнмњ
    sr лаиео_унтсaoeфдкмгбвц мнеа_уоибпрсaeлoљквфј наио_естдгуцкaoфзчвeџ ож_срвднмкблпјгтзљчфу пораиеулшaтс_oцнљјeчк
    sr раеи_оустндвцкжaмeшбз стквареол_инумпaeцјфб талие_роувнскaњeoпљјх у_шкнртбгплсдмјчвзжаћ фроиеа_утлсoјнe
    sr х_аоериунвлтoсмaч ц_иаеруaоeвклфј чиакне_уоaeвјрлм шктаие_оуaњнплћвeрчмљ ђеауиeо јае_сиуолтнрмчвкбџдзп
    sr љуаеио_ксeнaш њеаeиу_aсо ће_аинeуaо џаиоеу_oaш
    pl _kpswmdcozntjrbśgailu a_rncsltmkjwzdłpgbńuć biaruoe_lysęwkłnócbhd cjziheay_konurtdąlscp dnoeza_yirłluźktżwcąó
    pl e_rndtmksgljcwśpzońfł fioealr_ufytmgskpjdn goa_riuóemłwlnhdgbąks h_aoieurnmtywółclzsdę ie_aonksęcldtmrgłąjwu
    pl ja_eąsięśonukmtdcrplw kaio_rutslwłąęcneóhmk liaeo_nutscklęfmbgądw mia_nęoeuypbskómlcrtł naiey_otdgckunsąwfzję
    pl o_wnbdsrmlkcśtpzgłńżu poraielu_ócłnystkhępm qup_acioert raeonzy_utięsócmdwkbf stkz_noieayupłcmóhjsl
    pl tar_oeywuiknęólhsptcm u_rnsmjtdblckżpagłśzf vlia_edobcnufrsygätáp wai_yoesónłzcrlkątęup x_iaytvcmsewdob
    pl y_zcksmwjntbślćfżpadr zaye_niuokwąmcdębrtłp ówrłdzjlżcźbtgćnps_ ąc_dtżgspzćbk ć_wk ęż_cdktzpgśsbć
    pl łouayką_nóectgęrpmzdw ńs_c śrcćlwnm_pń źwn_rkdćamop żcyea_oknudiąslęóbmw
    cs _psovmtkzdnrabhlčjžuc a_nvsrtlmdzjkcpčuhbřg balroeui_yíčěsánýcvšř cheí_kiaoyutrnldpscům dsneoi_aruvělácéíkyžp
    cs e_tndrksmlcvjzpbčahxo fiorae_uftklyágmésípd gea_oruilhynbmsgáškdt ho_alreáyuinvtůōřmýzc i_ntcdklsečmbpvrzajož
    cs jeí_iasktlonšmuáúdvčó ka_ouýréyálteiůvnóřcm leaoiýn_áuíktsyécůbfl ma_ueoiěáípbůksyérlnt nía_ěoeátisdýcéugkyvš
    cs od_vsubrlntkmzjpžcčhg plorřae_iáuěníkstůcyó roau_eáitdskynmůvžzčý stk_eovlapmuniyrícáhs ti_íařoelrumvěnkáyséý
    cs u_žktdplrnsbcjmhzvšač výaěeoái_ylnéíuskzrřš waise_obtnhcdmyfklrá xe_itopnyuasbmvcwíd y_nbkstcpzrlamšžhučev
    cs zaeánov_iídpkuhlysrmt á_nvlrztřdskžmpčchšbj é_hmrndlktsfšzčvpeu í_nckmtslčhřrzžvdbšpj ódnlgrb_zst
    cs úrhčdspklzřtcn_šmjv ý_crsmtšvkdbpnlžhz čeakiín_ltáouscmůjrš ě_tlnkrsdzjhvžřšmťcpč ň_ukosaůát ō_hkwrgtjaceō
    cs řeíi_kasánbočuů štiíekp_aáťsolvnuéšrm ť_oaiáu ů_žmclhvrszňbknd že_iínkdáoaňsubšcltry
    sk _pstvmzkndraobhčlžfjš a_nvsmrdlkťtcjzpčhuby boraileuy_ánsäíckmčjú chieak_oyutrníúdsmlpc dneoia_rvuláczsékžypb
    sk e_tndrklsjcamphbzľvxo fiaroe_uftlókúgmíéľys grauo_eilnyhómábsgčkô ho_arlenáuyľitvcmzýčé i_eanctdlťskmvzhbčrgu
    sk je_úastouičndášmíkvbp kao_yurýteáélivóncľúŕ leoaiý_ánutksycífméló ma_euoiáôpbkyséäírlnt na_eiýoáíétdsucykgúvč
    sk ov_rsdmlutnbkzpjžčcgľ plroae_iáunkítäsyóôch reao_iuádtskínmyvžýbč stk_vaopileťuúnrymcýá tiróoaelmu_vánkíyésýt
    sk u_žktplrndjsbmchačšzá vaeýo_iáynléukszšräbí wai_esotáhbmncdfklr x_oetinpaylbumvscwí y_kbtslcnprmšňžhaťvzu
    sk zaoávdn_eikímlhysupré á_rvtlsnczdkžmčbphšľj ätsťč_zd é_hrmdnztfšcklčpeuv í_kmvsnprtcžčlzšdľbťj
    sk óndrplgcjtmb_fz ôžcsvňdztrčlnpš úc_bčtrťszpvdnkšlfžmh ý_csmštvbkrplžhdnz čiaelkín_toušúscľh ď_ao
    sk ľakob_unúsmtvôr ň_aout štíiaekpo_svuťnléšhám ť_aork že_iníakdousňbmšáéďlc
    hu _kbsafmvnthelpiécgdrj a_ntlrskzmpdgibjuvchf bőea_iobáruldíóöévsfh cs_iaekohíéturbmcádpl deo_aőiáéuóvrízsjpmöb
    hu elnstr_gpkzmjdváohbfc feiéoárü_aöfuőtlműógs gyo_aeáirjévóulhkősgn haeoiá_éuőítüózrúmöds i_lnsdktargmózcvbeápo
    hu jeaá_lojtóuédirúvnkös k_öeéaiouáóktrbíhplüv le_aáliótyéőodmívsckn mea_áobiéupóűsmíklötj n_uyőetadgiácéoknsíöf
    hu osrlnmkztgd_bcpvufwah peo_áaréiupkclístüóhú qup_taciry rt_eaofiácémsdnórőüku s_zeasöoétáiípóbhkőúl
    hu t_óeéaáotisőurölvhíyk ustlrnm_jgadpkibzfech vieaáé_olívőöjtdbscuó waie_sbhtocmdlyknu x_itaepysbovfmcwdkh
    hu y_eaoizsíávkműuéőtólb ze_áatéióonőílsökzuüd áslgrntmjzcvkbdh_upfa ésrtgpzlnk_dvmbhcfjei ítvrnlzmpcgs_dkobjae
    hu ón_dkslrtjpzgivbfcmhu öztrlnvskgbmdpce ú_jlsrtzgpcndakvb ülnrgvtkzsdm_bhac őr_sktivzljbngmdahepf
    hu űr_zvkstnhljmfei
    hr _skpbmoizdntvuraljgžf a_nsrtvlkmcdzjpčgubžš boairelu_njvpydsmcbht c_iaerohuktvjdpmsclbf daeionr_usjvlžbgmpzct
    hr e_ntrlmđdkszvogpšbćčc fiorae_utflsgmpndy g_oarlueinvmhbgtdkswy h_aoierutōvnlzdsmégbj i_jnkcstmzrldvčhpgšob
    hr jeau_isoktnčvdmšbplōz koai_eurlvstcnhmyȏōwš liaoje_untscflbdmkgvp mae_ounijbsprlmktvyfc naoije_stdugckvčfzžmn
    hr o_jžsdrmvlnbgkptzčđšć poraielu_sćktnjcphmšg raeiuo_nstcždmvkbšzčg stklmva_eopinurjhcsdf taieor_lnuvskphtjcmdy
    hr u_kštnrpsjbčldmgćžzha viaoernl_ujksdcbčfpgä waie_sbonhydcfml x_eiatvbmscwdy y_auoelōirnsūdvpzckm
    hr zaivn_louedrmbgzhjp ćeia_nuo čiakne_ujvolr đaeui ō_hkrwtgjcōaes šktaien_upočćvlmcr žeianuob_ljdđm
    sl _spktomvdznirbžlguafj a_nvrsljtzmkpdbčhgžcš bariole_učntsmdjvšybf ca_eiokhutdrpvsmnflbc dneoai_rvlspukjžbmztd
    sl e_ndtlmkrvsbzcgjčpžhš fairo_euftlmsgpnybd goalr_iuenvbhkgydtšsm h_oairetnkuzlmdsvgjéb i_nktlcsjzrčmvhdšgpab
    sl jeai_uosšntvčmkhdpbcl koai_elruvtnsmcjhbwšf liaoe_jnucktsfgmldbpš meoa_ibpnsrulšmkjtvxč n_ajioestdgckučšvfzbž
    sl o_ždsvlrkmbčnšgtpzjhf proaiel_usktncphmčgfv reaio_ntsujdkvčžcbšmg stkre_lvaonipmujhscbd tea_iornvuklsjptmhcšy
    sl u_pnrbsmtšlčhdjžgkave vea_ionrszlktmhpdjbuc wia_steocdmhn x_tvmswcydi y_uacoersdvilnkpz za_nvieobdhrmgplukščj
    sl čiaenk_jroulmp škčitaenpo_lvujmr žeinao_julbgkcv
    ro _pdasctmfîbrivlnouegj a_lrtncsțumpdgizbvfjh baăiuel_ortysțhdbmwpé chauioeăt_rlâțckvdsnp deia_uorăvbpjsgmcwhdl
    ro e_lrsmancitdgzoșpxțfb feiaolru_ăftnâmsgpybd geia_ruohălnmâbgsydtw hiea_orutznmdlsâăwébg i_ensictaumldrovzfțșp
    ro joua_ielăpdnshjkbyä k_aioehulrmwstbnykâpé l_ieuaotăcbmlfvțgsdnp meiapoâuă_bnsfmltyvcr n_tceăidaugsoțâfvzjkţ
    ro onra_lmsdcvtpugzbfișk pieroaluă_tțshâpcţmyb qupa_tcieq reia_uobătsmdcngfvțzâ st_ecuaioăphmlksfdnrâ
    ro to_eraiăuâlhstpcmfndw u_lnrtmipbdscaxzgșvțe vieao_ălârudbscnfgäpy waie_sohtrncdfymlbg x_uetipaocăyvhmswd
    ro y_aeousrtițldncmkvpzf zăaieo_uâvglzbdmnhscj ânrimtsșlz înmșl_ițr ă_rtțgclunspzimdjfţșv şitaeu ţiăae
    ro șita_uceoăknmâl țiăea_ukoâ
    el _τμασδπκεγχάνβολφρθυέ άν_τρλδσγμκιφποθχζςβξ έρνλσςτκγ_ξπχαιμθοζφω ή_ςσμχλρκτθνψπγδιξφ ίοακν_στδλζρηγμχωπεβς
    el α_τνίςρπλισγμκυφθδβχξ βαίοάιεέρόλ_ηήδώνσύωγ γκιυορήεάωαμίλγόέχνηώ δέιοεαηίρυάήόύω_ώμπς ει_ρσίτπνυςλξοκγμφδύω
    el ζεαιο_όάώίωέήηλνμυστγ η_ςμστνλρκθγχψφπδξ θεμαοέυηήόιάύρλω_ώίν ι_κασχοάνλμτρηεδςβόγθ καοόάετήρι_λωίέύυκηών
    el λοιαείλάήηέ_όυωώτμύγφ μαεοπέόιάηίμήβ_φωνύώσ νοατ_ιεηάήωίόγδέσθνώκ ξιοείαηότύωά_υώέή ος_υύιρμλνπσγκδτίθφβε
    el ποαριελόάίηέτω_ήυνπώύ ροαιμωεάόίγχηέ_υδτήνκ ς_² στηακειμυοίωάσύπφβόέθ τοόαρηειάήίσωέ_ζυλύώμ
    el υ_ντπρσμγλθςκαάφδχβήψ φοαιήάέωρίευ_όληύτώθγ χρτεέοαινίάωήη_όύώυλθ ψηίεοιάωατυύώ ωμν_στγπδρςφαθίλκβ
    el ϊκ_τνρβμλπσόγδζφ όν_χςτμσρλδκγπβφοαιξθ ύρ_νλτμπσθκοςεγβδψχφζ ώνρμσ_δτςπφολθχκι
    tr _katbsdeocygipmhçvrlö a_nrlkymdtçsğpzşbcvha baieuoör_lüıydbvnmpzs ciaeıuü_thokrdlpscmbv daıeio_uülrövypdscghb
    tr er_nkltsymdğçcşbvzpgf fat_ireoılfukmgçsypdj geöiüau_orılhbgsnytdk haieuo_ıtrznçlmdbvswg i_lnşrskymztçcfdağpbe
    tr jaie_ouıdpsnykä k_aeoiluıtsrümöknçhvy laeit_ıludmogüpsyckfç mae_ioulıbspührczgymd n_udaieıtgclosümyknrç
    tr onryl_kdmstpğvucgbfzş pa_eoirlüuımtçhsykpcb qup_iactor r_aetikımlüousdncgçpb saitıe_oüuykpshlömncv
    tr t_aoieıuürmlsçthkpfyb u_rlntmzşksyacbvğdçpe vaeil_urodbıcynsgşfvü waie_sobnhycmdltfè x_tiavwmscdye
    tr yaueıü_onirgdlövtbmsc z_eıaliümgcuoydzbknsh çıiea_öolüumgrçytskpb örnlzpsğkgtşvmbycf_di ün_zrlkcsmyşçğptvdbhg
    tr ğıiule_rmaüdczon ı_nklrşzscğmtydvpçfbı şai_ıltekmçuüösovnfz
    he
    he _\u{5DE}\u{5D1}\u{5D0}\u{5E2}\u{5D2}\u{5D4}\u{5DC}\u{5E9}\u{5DB}\u{5D9}\u{5E4}\u{5E7}\u{5E1}\u{5E0}\u{5E8}\u{5EA}\u{5D7}\u{5D5}\u{5D3}\u{5D6}
    he \u{5D0}\u{5D9}\u{5D5}_\u{5DC}\u{5EA}\u{5E8}\u{5E0}\u{5E4}\u{5D3}\u{5D4}\u{5DE}\u{5E9}\u{5E1}\u{5D7}\u{5DF}\u{5D1}\u{5E6}\u{5D2}\u{5D8}\u{5DD}
    he \u{5D1}\u{5D9}\u{5D4}_\u{5E8}\u{5D5}\u{5DC}\u{5EA}\u{5E2}\u{5D7}\u{5D0}\u{5D3}\u{5DF}\u{5DE}\u{5D8}\u{5E0}\u{5E1}\u{5E5}\u{5DB}\u{5E6}\u{5E7}
    he \u{5D2}\u{5D5}_\u{5DC}\u{5D1}\u{5D9}\u{5E8}\u{5D3}\u{5D4}\u{5E0}\u{5EA}\u{5DF}\u{5D0}\u{5E9}\u{5DE}\u{5DD}\u{5E2}\u{5E1}\u{5D6}\u{5D8}\u{5E4}
    he \u{5D3}_\u{5D9}\u{5D5}\u{5E8}\u{5D0}\u{5D4}\u{5DC}\u{5DD}\u{5D2}\u{5EA}\u{5E2}\u{5E0}\u{5E9}\u{5DE}\u{5D3}\u{5E4}\u{5E7}\u{5D1}\u{5DB}\u{5DF}
    he \u{5D4}_\u{5D9}\u{5D4}\u{5DE}\u{5E8}\u{5D5}\u{5EA}\u{5E9}\u{5D0}\u{5E4}\u{5D2}\u{5D1}\u{5E0}\u{5E6}\u{5E7}\u{5E2}\u{5D7}\u{5DC}\u{5DB}\u{5D6}
    he \u{5D5}\u{5E8}\u{5DF}\u{5D5}\u{5E0}\u{5EA}_\u{5DC}\u{5D1}\u{5D9}\u{5D2}\u{5DE}\u{5D3}\u{5E1}\u{5E4}\u{5E7}\u{5D6}\u{5D0}\u{5D7}\u{5D8}\u{5E2}
    he \u{5D6}\u{5D5}_\u{5D9}\u{5E8}\u{5D4}\u{5DE}\u{5E7}\u{5D0}\u{5E0}\u{5DC}\u{5D1}\u{5DF}\u{5E2}\u{5DB}\u{5EA}\u{5D7}\u{5D2}\u{5DD}\u{5D3}\u{5E1}
    he \u{5D7}\u{5D5}_\u{5D9}\u{5DC}\u{5EA}\u{5D6}\u{5D3}\u{5D4}\u{5E7}\u{5D1}\u{5E6}\u{5E8}\u{5E1}\u{5E9}\u{5E5}\u{5DE}\u{5DD}\u{5D2}\u{5E0}\u{5D0}
    he \u{5D8}\u{5D9}_\u{5D5}\u{5E8}\u{5D4}\u{5E0}\u{5D1}\u{5DF}\u{5DC}\u{5D0}\u{5E4}\u{5E7}\u{5EA}\u{5E2}\u{5DB}\u{5E1}\u{5DE}\u{5D7}\u{5D8}\u{5D2}
    he \u{5D9}_\u{5E0}\u{5DD}\u{5E8}\u{5E9}\u{5D9}\u{5D3}\u{5EA}\u{5D5}\u{5E7}\u{5DE}\u{5D4}\u{5DC}\u{5D1}\u{5DF}\u{5D8}\u{5E2}\u{5D0}\u{5E4}\u{5E1}
    he \u{5DA}_
    he \u{5DB}\u{5D4}\u{5D5}\u{5EA}\u{5D1}\u{5D3}\u{5D9}\u{5DC}\u{5E8}\u{5E0}\u{5E4}\u{5E1}\u{5D0}\u{5E9}\u{5E3}\u{5DE}\u{5D7}\u{5DF}\u{5D6}_\u{5DD}
    he \u{5DC}_\u{5D9}\u{5D5}\u{5D4}\u{5D0}\u{5D1}\u{5D8}\u{5DE}\u{5EA}\u{5D2}\u{5D7}\u{5E4}\u{5E9}\u{5E7}\u{5E0}\u{5D3}\u{5DC}\u{5DB}\u{5DA}\u{5E8}
    he \u{5DD}_
    he \u{5DE}\u{5D5}\u{5D9}\u{5D7}\u{5E9}\u{5E0}\u{5E2}\u{5EA}\u{5E8}\u{5E1}\u{5D4}\u{5E7}\u{5D0}\u{5D8}\u{5DF}\u{5DC}\u{5E4}\u{5E6}\u{5D3}\u{5D1}\u{5DB}
    he \u{5DF}_
    he \u{5E0}\u{5D9}\u{5D5}\u{5D4}\u{5D2}\u{5D8}\u{5D3}\u{5E9}\u{5D0}\u{5EA}\u{5E7}\u{5D7}\u{5E1}\u{5DB}\u{5E2}\u{5DF}\u{5DE}\u{5D1}\u{5E0}\u{5E6}\u{5E4}
    he \u{5E1}\u{5D9}_\u{5D5}\u{5E4}\u{5D8}\u{5E0}\u{5DE}\u{5D0}\u{5E7}\u{5DC}\u{5EA}\u{5E8}\u{5D4}\u{5DB}\u{5D3}\u{5D2}\u{5DA}\u{5E3}\u{5DD}\u{5DF}
    he \u{5E2}\u{5D5}_\u{5DC}\u{5DD}\u{5E8}\u{5D9}\u{5D4}\u{5E0}\u{5EA}\u{5D1}\u{5D3}\u{5E6}\u{5DE}\u{5E9}\u{5D8}\u{5E1}\u{5E7}\u{5D6}\u{5DB}\u{5E4}
    he \u{5E3}_
    he \u{5E4}\u{5D5}\u{5E8}\u{5D9}\u{5EA}\u{5E0}\u{5E2}\u{5DC}\u{5E9}\u{5E1}\u{5D4}\u{5E7}\u{5D0}\u{5D8}_\u{5DF}\u{5D7}\u{5D3}\u{5D2}\u{5E4}\u{5E6}
    he \u{5E5}_
    he \u{5E6}\u{5D5}\u{5D1}\u{5D9}\u{5D4}_\u{5DC}\u{5E4}\u{5DF}\u{5E8}\u{5DE}\u{5D2}\u{5E2}\u{5EA}\u{5D3}\u{5D0}\u{5D7}\u{5E0}\u{5D8}\u{5E6}\u{5DD}
    he \u{5E7}\u{5D5}_\u{5D9}\u{5D4}\u{5DC}\u{5E8}\u{5E1}\u{5D8}\u{5DF}\u{5E9}\u{5D1}\u{5E0}\u{5D3}\u{5E6}\u{5D0}\u{5E4}\u{5DE}\u{5EA}\u{5E2}\u{5D6}
    he \u{5E8}_\u{5D5}\u{5D9}\u{5EA}\u{5D4}\u{5D1}\u{5E9}\u{5E6}\u{5D0}\u{5D8}\u{5D3}\u{5DE}\u{5D7}\u{5DB}\u{5D2}\u{5E7}\u{5E4}\u{5E0}\u{5DA}\u{5DC}
    he \u{5E9}_\u{5D4}\u{5D9}\u{5DC}\u{5DE}\u{5D5}\u{5E8}\u{5EA}\u{5E2}\u{5E0}\u{5E7}\u{5D7}\u{5E4}\u{5D1}\u{5DD}\u{5D8}\u{5D0}\u{5DB}\u{5DA}\u{5D2}
    he \u{5EA}_\u{5D5}\u{5D9}\u{5DE}\u{5D7}\u{5E8}\u{5E7}\u{5D6}\u{5E0}\u{5D0}\u{5E4}\u{5DF}\u{5E6}\u{5D1}\u{5E2}\u{5EA}\u{5D4}\u{5DC}\u{5DB}\u{5E1}
    ar
    ar _\u{628}\u{627}\u{645}\u{648}\u{641}\u{644}\u{623}\u{62A}\u{633}\u{631}\u{639}\u{64A}\u{643}\u{625}\u{634}\u{642}\u{63A}\u{62C}\u{62F}\u{62D}
    ar \u{621}_\u{629}\u{627}\u{647}\u{645}
    ar \u{622}\u{644}\u{62E}\u{64A}\u{646}\u{628}\u{633}\u{631}\u{62A}\u{62B}\u{645}\u{630}\u{629}\u{62F}\u{642}
    ar \u{623}\u{648}\u{633}\u{634}\u{646}\u{645}\u{639}\u{629}\u{631}\u{628}\u{64A}\u{635}\u{62D}\u{644}\u{62B}\u{643}\u{62E}\u{62A}\u{62F}\u{641}\u{642}
    ar \u{624}\u{642}\u{62F}\u{634}\u{62B}\u{64A}\u{644}_\u{627}
    ar \u{625}\u{644}\u{634}\u{642}\u{62F}\u{633}\u{635}\u{64A}\u{637}\u{646}\u{645}\u{639}\u{62D}\u{62E}\u{630}\u{628}\u{631}\u{636}\u{641}\u{63A}\u{643}
    ar \u{626}\u{644}\u{64A}\u{645}\u{631}_\u{637}\u{62F}\u{629}\u{646}\u{628}\u{642}\u{635}\u{648}\u{641}\u{62D}\u{62E}\u{62A}\u{62C}\u{627}\u{632}
    ar \u{627}\u{644}\u{645}_\u{62A}\u{646}\u{631}\u{626}\u{637}\u{641}\u{628}\u{633}\u{64A}\u{639}\u{621}\u{62F}\u{62D}\u{635}\u{62C}\u{643}\u{648}
    ar \u{628}\u{644}\u{634}\u{627}_\u{64A}\u{639}\u{648}\u{631}\u{629}\u{637}\u{62F}\u{62A}\u{643}\u{646}\u{642}\u{633}\u{62D}\u{647}\u{636}\u{623}
    ar \u{629}_²³
    ar \u{62A}\u{62F}_\u{62D}\u{627}\u{648}\u{631}\u{64A}\u{634}\u{642}\u{633}\u{639}\u{62E}\u{62C}\u{645}\u{641}\u{646}\u{644}\u{628}\u{635}\u{643}
    ar \u{62B}\u{627}_\u{644}\u{64A}\u{642}\u{631}\u{649}\u{648}\u{646}\u{629}\u{645}\u{628}\u{639}\u{647}
    ar \u{62C}\u{644}_\u{647}\u{627}\u{645}\u{64A}\u{646}\u{648}\u{629}\u{628}\u{631}\u{632}\u{62F}\u{633}\u{639}\u{62A}\u{630}\u{649}\u{626}\u{641}
    ar \u{62D}_\u{627}\u{62F}\u{631}\u{64A}\u{629}\u{62A}\u{645}\u{648}\u{642}\u{628}\u{644}\u{62C}\u{646}\u{641}\u{635}\u{643}\u{633}\u{62B}\u{630}
    ar \u{62E}\u{627}\u{635}\u{62F}\u{644}\u{631}\u{62A}\u{64A}\u{637}\u{641}_\u{648}\u{628}\u{636}\u{646}\u{632}\u{629}\u{645}\u{633}\u{630}\u{634}
    ar \u{62F}\u{644}_\u{64A}\u{627}\u{629}\u{648}\u{645}\u{631}\u{62F}\u{641}\u{62E}\u{646}\u{633}\u{647}\u{626}\u{628}\u{642}\u{639}\u{62A}\u{621}
    ar \u{630}\u{627}\u{64A}_\u{647}\u{631}\u{629}\u{643}\u{646}\u{641}\u{644}\u{628}\u{648}\u{62C}
    ar \u{631}\u{629}_\u{64A}\u{627}\u{62C}\u{648}\u{628}\u{643}\u{633}\u{642}\u{62A}\u{641}\u{645}\u{636}\u{623}\u{62F}\u{646}\u{639}\u{634}\u{637}
    ar \u{632}_\u{648}\u{64A}\u{627}\u{631}\u{644}\u{62C}\u{629}\u{645}\u{62F}\u{646}\u{647}\u{641}\u{626}\u{628}\u{621}\u{643}\u{639}\u{63A}\u{633}
    ar \u{633}\u{64A}\u{627}_\u{62A}\u{645}\u{643}\u{628}\u{648}\u{644}\u{631}\u{647}\u{629}\u{637}\u{641}\u{646}\u{62D}\u{62F}\u{62C}\u{642}\u{639}
    ar \u{634}\u{631}\u{62E}\u{627}\u{64A}\u{639}\u{63A}\u{645}\u{648}_\u{641}\u{643}\u{628}\u{642}\u{629}\u{647}\u{62D}\u{62A}\u{644}\u{62C}\u{646}
    ar \u{635}_\u{648}\u{627}\u{64A}\u{644}\u{628}\u{641}\u{629}\u{646}\u{631}\u{63A}\u{62D}\u{62F}\u{645}\u{649}\u{639}\u{642}\u{637}\u{635}\u{62E}
    ar \u{636}_\u{627}\u{64A}\u{629}\u{647}\u{639}\u{628}\u{631}\u{645}\u{644}\u{648}\u{63A}\u{626}\u{641}\u{62E}\u{62D}\u{62F}
    ar \u{637}\u{639}_\u{627}\u{631}\u{629}\u{64A}\u{642}\u{628}\u{648}\u{641}\u{644}\u{649}\u{646}\u{647}\u{645}\u{633}\u{626}\u{62A}\u{637}\u{623}
    ar \u{638}\u{629}\u{627}\u{641}_\u{631}\u{647}\u{644}\u{645}\u{64A}\u{648}
    ar \u{639}\u{62A}_\u{629}\u{644}\u{627}\u{631}\u{62F}\u{64A}\u{628}\u{645}\u{646}\u{636}\u{62C}\u{642}\u{635}\u{648}\u{637}\u{634}\u{643}\u{633}
    ar \u{63A}\u{627}\u{64A}_\u{648}\u{631}\u{644}\u{629}\u{646}\u{637}\u{645}\u{633}\u{632}\u{62A}\u{62F}\u{634}\u{647}\u{636}\u{62C}\u{643}\u{628}
    ar \u{641}\u{627}_\u{64A}\u{638}\u{631}\u{62A}\u{644}\u{648}\u{642}\u{636}\u{639}\u{629}\u{646}\u{633}\u{62D}\u{630}\u{62F}\u{647}\u{632}\u{643}
    ar \u{642}_\u{627}\u{644}\u{64A}\u{629}\u{628}\u{648}\u{637}\u{631}\u{62F}\u{635}\u{62A}\u{641}\u{645}\u{633}\u{646}\u{639}\u{630}\u{649}\u{642}
    ar \u{643}\u{627}_\u{648}\u{631}\u{64A}\u{628}\u{644}\u{646}\u{629}\u{62A}\u{633}\u{645}\u{647}\u{639}\u{641}\u{634}\u{643}\u{636}\u{632}\u{62B}
    ar \u{644}_\u{648}\u{627}\u{64A}\u{645}\u{644}\u{63A}\u{62A}\u{628}\u{629}\u{649}\u{641}\u{623}\u{62F}\u{633}\u{639}\u{635}\u{646}\u{643}\u{642}
    ar \u{645}_\u{639}\u{627}\u{642}\u{64A}\u{631}\u{629}\u{644}\u{648}\u{62A}\u{646}\u{62D}\u{633}\u{628}\u{643}\u{647}\u{641}\u{632}\u{62C}\u{635}
    ar \u{646}_\u{64A}\u{627}\u{648}\u{62F}\u{62A}\u{633}\u{63A}\u{62C}\u{629}\u{643}\u{637}\u{642}\u{635}\u{628}\u{641}\u{647}\u{645}\u{634}\u{632}
    ar \u{647}_\u{627}\u{645}\u{648}\u{630}\u{631}\u{64A}\u{646}\u{629}\u{644}\u{62F}\u{632}\u{62C}\u{628}\u{643}\u{649}\u{62A}\u{634}\u{633}
    ar \u{648}\u{646}_\u{627}\u{631}\u{645}\u{644}\u{628}\u{62C}\u{633}\u{64A}\u{642}\u{62A}\u{641}\u{643}\u{62F}\u{639}\u{632}\u{62D}\u{635}\u{634}
    ar \u{649}_
    ar \u{64A}_\u{629}\u{62F}\u{631}\u{627}\u{646}\u{644}\u{645}\u{62A}\u{648}\u{633}\u{643}\u{641}\u{628}\u{642}\u{632}\u{647}\u{62C}\u{639}\u{62D}
    ar \u{6A4}\u{62F}\u{64A}\u{627}
    fa
    fa _\u{67E}\u{645}\u{627}\u{628}\u{62F}\u{6A9}\u{633}\u{632}\u{648}\u{631}\u{646}\u{634}\u{62A}\u{622}\u{6AF}\u{639}\u{647}\u{62C}\u{62E}\u{637}
    fa \u{622}\u{628}\u{62F}\u{631}\u{645}\u{62A}\u{634}\u{646}\u{644}\u{6AF}\u{642}\u{648}\u{6CC}\u{632}\u{633}\u{6A9}\u{67E}_\u{641}\u{647}\u{630}
    fa \u{623}\u{645}\u{633}\u{6CC}\u{62E}\u{635}_
    fa \u{626}\u{648}\u{6CC}\u{644}\u{647}\u{646}\u{627}\u{645}\u{62A}\u{62F}\u{631}\u{632}
    fa \u{627}\u{646}\u{6CC}\u{631}_\u{633}\u{644}\u{645}\u{62F}\u{632}\u{647}\u{628}\u{634}\u{648}\u{62A}\u{6A9}\u{641}\u{62E}\u{62D}\u{67E}\u{6AF}
    fa \u{628}\u{627}\u{631}_\u{647}\u{646}\u{6CC}\u{648}\u{644}\u{62F}\u{62E}\u{633}\u{632}\u{639}\u{62A}\u{686}\u{642}\u{6A9}\u{637}\u{634}\u{6AF}
    fa \u{62A}_\u{627}\u{631}\u{648}\u{6CC}\u{646}\u{647}\u{62E}\u{645}\u{641}\u{634}\u{639}\u{644}\u{633}\u{642}\u{628}\u{62D}\u{6A9}\u{632}\u{635}
    fa \u{62B}_\u{627}\u{644}\u{6CC}\u{631}\u{628}\u{648}\u{645}
    fa \u{62C}_\u{627}\u{646}\u{6CC}\u{645}\u{648}\u{631}\u{632}\u{647}\u{644}\u{634}\u{62F}\u{628}\u{633}\u{639}\u{63A}\u{630}\u{641}\u{62A}\u{626}
    fa \u{62D}\u{631}\u{627}\u{6CC}\u{645}\u{644}_\u{62F}\u{647}\u{62A}\u{635}\u{648}\u{642}\u{628}\u{633}\u{634}\u{62C}\u{630}\u{641}\u{646}
    fa \u{62E}\u{627}\u{648}\u{635}_\u{62A}\u{634}\u{645}\u{647}\u{631}\u{644}\u{646}\u{6CC}\u{637}\u{62C}\u{62F}\u{641}\u{633}\u{628}
    fa \u{62F}_\u{627}\u{633}\u{647}\u{631}\u{6CC}\u{646}\u{645}\u{648}\u{6A9}\u{644}\u{6AF}\u{628}\u{62F}\u{634}\u{62E}\u{641}\u{639}\u{632}\u{62A}
    fa \u{630}\u{6CC}\u{627}\u{631}\u{62E}_\u{647}\u{641}\u{648}\u{6A9}\u{628}
    fa \u{631}_\u{62F}\u{648}\u{6CC}\u{627}\u{647}\u{633}\u{62A}\u{62E}\u{628}\u{645}\u{646}\u{6AF}\u{642}\u{6A9}\u{686}\u{641}\u{632}\u{634}\u{62C}
    fa \u{632}\u{646}\u{6CC}_\u{648}\u{627}\u{62F}\u{645}\u{631}\u{647}\u{634}\u{628}\u{6AF}\u{644}\u{62E}\u{626}\u{6A9}\u{67E}\u{62A}\u{622}\u{633}
    fa \u{633}\u{62A}\u{6CC}_\u{627}\u{641}\u{648}\u{631}\u{647}\u{646}\u{645}\u{6A9}\u{644}\u{628}\u{637}\u{67E}\u{624}\u{62D}\u{62E}\u{6AF}\u{62F}
    fa \u{634}_\u{646}\u{627}\u{62A}\u{647}\u{642}\u{6CC}\u{62E}\u{645}\u{631}\u{648}\u{6A9}\u{62F}\u{644}\u{67E}\u{6AF}\u{641}\u{62C}\u{639}\u{628}
    fa \u{635}\u{648}_\u{646}\u{6CC}\u{62F}\u{644}\u{627}\u{641}\u{631}\u{628}\u{62D}\u{635}\u{639}
    fa \u{636}\u{627}\u{6CC}_\u{631}\u{644}\u{628}\u{639}\u{648}\u{645}
    fa \u{637}\u{644}_\u{642}\u{631}\u{647}\u{627}\u{639}\u{648}\u{6CC}\u{628}\u{646}\u{641}\u{645}\u{62D}\u{633}
    fa \u{638}\u{6CC}\u{627}\u{631}_\u{647}\u{62A}
    fa \u{639}\u{627}_\u{644}\u{631}\u{634}\u{62A}\u{645}\u{628}\u{62F}\u{6CC}\u{647}\u{635}\u{646}\u{6A9}\u{630}\u{642}\u{62C}\u{638}\u{636}\u{648}
    fa \u{63A}\u{631}\u{630}_\u{6CC}\u{627}\u{648}\u{644}\u{646}\u{62F}\u{632}\u{628}\u{645}\u{634}\u{647}\u{6AF}
    fa \u{641}\u{6CC}_\u{631}\u{627}\u{62A}\u{644}\u{648}\u{646}\u{636}\u{647}\u{633}\u{642}\u{62D}\u{632}\u{634}\u{639}\u{638}\u{6A9}\u{635}\u{62F}
    fa \u{642}_\u{627}\u{62A}\u{647}\u{644}\u{6CC}\u{631}\u{637}\u{648}\u{628}\u{62F}\u{635}\u{633}\u{641}\u{639}\u{634}\u{632}\u{642}\u{645}\u{646}
    fa \u{644}\u{627}_\u{6CC}\u{648}\u{628}\u{62A}\u{646}\u{647}\u{641}\u{6A9}\u{645}\u{633}\u{642}\u{62F}\u{631}\u{6AF}\u{62B}\u{632}\u{637}\u{62D}
    fa \u{645}\u{6CC}\u{631}\u{627}_\u{648}\u{646}\u{62A}\u{647}\u{633}\u{6A9}\u{634}\u{62F}\u{628}\u{639}\u{644}\u{632}\u{67E}\u{62C}\u{62E}\u{623}
    fa \u{646}_\u{62F}\u{648}\u{6CC}\u{627}\u{6AF}\u{647}\u{62A}\u{645}\u{633}\u{634}\u{62C}\u{6A9}\u{642}\u{637}\u{631}\u{638}\u{628}\u{632}\u{646}
    fa \u{647}_\u{627}\u{631}\u{648}\u{646}\u{645}\u{6CC}\u{62F}\u{633}\u{647}\u{634}\u{62A}\u{644}\u{632}\u{6A9}\u{628}\u{642}\u{62C}\u{641}
    fa \u{648}\u{633}_\u{631}\u{627}\u{6CC}\u{646}\u{634}\u{644}\u{62C}\u{62F}\u{642}\u{62A}\u{628}\u{632}\u{647}\u{6A9}\u{645}\u{67E}\u{686}\u{641}
    fa \u{67E}\u{648}\u{6CC}\u{631}\u{627}_\u{644}\u{646}\u{62E}\u{633}\u{630}\u{632}\u{634}\u{647}\u{62A}\u{62F}\u{6A9}\u{645}\u{641}\u{698}\u{6AF}
    fa \u{686}\u{631}\u{645}\u{647}\u{67E}\u{6CC}\u{627}\u{648}\u{6A9}_\u{634}\u{646}\u{633}\u{62A}\u{644}\u{626}\u{641}
    fa \u{698}\u{627}_\u{633}\u{6CC}\u{648}\u{647}\u{634}\u{62F}\u{645}\u{6AF}\u{644}\u{646}
    fa \u{6A9}\u{627}_\u{648}\u{631}\u{646}\u{6CC}\u{644}\u{645}\u{62A}\u{633}\u{634}\u{647}\u{641}\u{62F}\u{632}\u{62B}\u{628}\u{639}\u{67E}\u{62C}
    fa \u{6AF}\u{646}\u{631}\u{627}\u{648}_\u{6CC}\u{634}\u{644}\u{632}\u{630}\u{633}\u{647}\u{62A}\u{62F}\u{641}\u{645}\u{628}\u{62C}\u{62E}\u{6A9}
    fa \u{6CC}_\u{62F}\u{627}\u{6CC}\u{646}\u{631}\u{6A9}\u{648}\u{633}\u{645}\u{644}\u{647}\u{634}\u{62A}\u{632}\u{628}\u{642}\u{6AF}\u{62C}\u{67E}
    lt _spvkmrtaogdibnlšžįfe as_nirmlutvpkdšbjgzžc bauieėolrętų_ūdvsycjz cihe_aoūkdėtulpmfsųbr doaeiuyžrėv_ųązęlpmhū
    lt ernsli_tkgmpšdžcčfvbj faoiertuė_lygfmųūpj gaiyureolvtė_ųūnsžbdą haeoiunrt_mzsųlėdvjgw inso_takejmrdlušųvzgb
    lt jaoeiuųėūįąę_pyk kaiorlutesėšyųvū_ąmnį liaeoėdytubn_ųvscgęfp maoiesuėbpy_ąųtšžlnūv niaktog_duėecyųsčęįfą
    lt os_dtnrjlvmgkpbzfacuh parioeslu_tyėkvūšdgcj raiouet_ėdysųbškgmnpū s_itaukveoprlmnyėąųdf tiaeoruyųė_vsąmūįlpnę
    lt us_tkormdnlbgžaivjčpš viaeyoė_ludųcnsęąrzūj wi_saecm yrsmtbkngdjlvpžš_zčua zdiaoeu_ųėrglbmnyzt ą_srjv
    lt čieaouė_kyųr ė_sljtndgmkršžpvčzc ę_sš į_rvkgpstjdžėlme švitkayčo_euųsnprąmlj ūrdkntpzsgžlšv_ ų_js
    lt žimaeo_ydunvtėlprsškū
    lv _stvpakāmirldgnbuczjf a_sirtnuldkmpbvjšgzņc bauieāorlt_ūēsīvkjļdy cie_aīēuosktādphrmvbl daēeizīrous_āžnvpūmkb
    lv et_snrkvlmijdcopšgļzf fioearu_sfltpēmāgīdūj gausroltāši_evznūmbēd haeoāirnut_zsmdlējvīb ies_dnklrzjštņmopgcvb
    lv jaiusoūāep_ēdvkšbzntī kasoutrālišve_ūļnmhcē laieostuāēīdvn_cpkūlf maeš_iusāoēbpīmtjnūkv niaoestād_ucgīkēvfnhm
    lv on_trklsdvmgšjpbzfcuņ pairāoeluē_sgtīcvnūmj riaoāe_sutdēmkīvbngūš s_taikepluoēsmvāīndrb toiusae_rāīnvēktlūpbm
    lv u_mnsrlzdgkbtšpvjahcā viaīēeuoā_lsbdncjrpgf wis_aemdc x_tvmswbcyde y_usclvdinzep zi_vīēeasoātlumdngrņk
    lv ād_rtjslnkmcvfzņšpžgb čaeiuohīūkrvē ējtrlkš_dsgmncģzpļvķņ ģieēuaī īrtbmgndkv_jcslšzpņeč ķieīēau
    lv ļauiošūrā_ņesvkļdgljn ņauoķkišebēūāģrs_dpjg šsaiu_vāķīoeērtkņdbpf ūrpstdkzvngšl_mjcbfķe žeuaoīiā_sģņūērbjdv
    et _knmstpvhalrjieobdfüg a_thlnasrimdvkubjegpo bai_elruothyüwbmpsāvc c_ahokeiudrtpslmcbvfô d_eiauorlvmjžntpskhdb
    et e_slerndtkgamihvopbfu faioer_ufltügmkäö gau_ierolkmnhbsgtdyjp haeiotvu_jüäkõmhnzlrs i_nstkdimlrapgvobjehu
    et jaueäoõi_npübkā keamo_uisäktrõlüvnhöp lieat_loudgmjvõäkncsö meia_äuobmpsõnülthkry nae_idgtuänoksõfcjmvü
    et oonlr_smvkidgthbpefuj paier_oupäsõltöümhnck ria_oeuktdvmjgsbrnflp s_etkiuasüopõlvmhnjrä t_oaueisrtäõöümlšnhvk
    et usmdut_rnlkvpbihajgec vai_eäõoulrsdnbckpöhg wai_escyfhmnoā x_istcmvaoye y_aouesrindlmzōktvāŏp za_ioeuzlshõgmp
    et äräiesglnhtkobpdmv_ õirulpsnhtõmedbkv_zjg öötrlkivnpdg_sbu üldhüksmprntg_uabf ānrl_sdtbj šiaeoukvtš_ žeio_au
    en _stmwpcdlbhfagrikonev anr_ltcismgdpybukvfhz baoielru_ybstwæhécpìd ceohakli_turcysmdzfóp di_aeosurdglbyhjmvtwp
    en e_rdnsaltecmfxygviopu fai_lortefuyjgsécnkp g_heaiuorlngysbdwtðkħ hate_oiuryncmslwzkpéd inugtscral_moedbvfpkz
    en jauieo_dsnëäõkpöbhró ki_eahounrswmlytkfgéý liea_oldtuycsfmkbgvpj mae_iobpumsynrlétcwxg n_egdtaicosunkyjvzhwf
    en onmrul_wtsopvfcdgikab peola_iruphtsywcmbégá qua_iteoyq r_akeiostdurcnymbglpf sk_toeisahupclywmqnbv
    en to_ihearutyswlcmbnpvz umrntpsal_ebidgcxkzov veiao_lursyncdgäíáõāč woiae_hnrbstklfycmgdu x_eiatcpobhf
    en y_aeoicsmrnlpbutdgkzê zaeoi_uzhylbngskmpráé á_nrlcsdi é_lnrmkdetscuboq ín_voksar škieta_očmu
    ga _catbmslgfdnpirohuevé a_inrclgsdmtíobpefvuh beharoluiáí_épóútydfs chnaore_iuláúóéstímkd doh_aeuiróíéúátlsvmcd
    ga ea_áionsrltucmgvdkfey feihuoáarí_éóltgfpmy g_hearuiláocnéóúbstgí h_aetriuoéláfnúdsícóm isnrlgtdmaoc_búpfvóeu
    ga jaiuop_ k_aoimuerwhysblptcgjn l_eaálitéíúouócgbsfpd mhea_iépboóáríusúnlmc n_aiendtgcúísáóruéomb
    ga onrimcsltg_íbdkfpuvwa póeaoháiíu_rlúétscmpb r_aceotiuíádrmógnéúbl s_aectiuhípolnáóúrémk toha_eráióíusúélptncy
    ga uiarsnmlt_ícbágdezpvk vaeil_oédíásbcnógru wa_isehoy y_aeuomrilsnvdzó za_eohziyl ánim_rlstdcbgívp éia_dclu
    ga í_onsrlctbvdmga óig_rntlcsdmfvpbí úi_lnbcrdtspgmvf
    fr _dpcmlsafbethvnrigoku anu_irltgsmcpvdbykhfw baoileuré_âwyhsbdtèmp choelati_ércuœksyôèdp de_iuéaorjhsvbgdpyclm
    fr e_nsramutclxipvgdbfky feioaflr_uétsmêgydwèc geau_oèinrléhtbgmyswk haeoiu_értmōnèzlwdysô inse_roltcdmqagvfpbxè
    fr jaouie_pōédnàhkswyráb ka_oiuehrwysmlpéntkbō lea_iloéutsècfgymbdpá meamoiépb_uètslnwyêrg n_teacgndioséufrkyvjh
    fr onurm_ilysdtcvpgbkfwa peoarlitu_hépsyèmcwâx qu_aiptoceqr re_aiosétmdrcungbvlfk s_etaoisuéphcyqkmlrnd
    fr t_eiraoéusthèlcypênzm u_retnsilxadmpvcbgkéy veiaoré_ldutbcnêsyfgè waieo_usnybéhlrtcmádk x_etiapcoéwymsvhubdf
    fr yea_ousinmcéprltōgdbk za_oiehuélzbgynácdmsp à_dy án_rlpcsáit âtgcnlb_rmyiqd çaou èrqtcsmvn_gldfbkz
    fr ée_rgctlospfmdbnqvakj êtmnc_l í_naoskrgm îlt_ncs ï_qntvdmrablwcgzkse ôltnm_z ō_hkrwgjtcaeō œui
    de _mhsdabfpkgwevinrluzt aurnl_tmscbdgkhiapyfv beailoru_ästyüöwgjbdp chkoa_eruitlsdcpmbvóf de_iuaorslcwfbmgvénht
    de e_rnlistmckdubgahofpz fareiü_flotunsmgäwzkö ge_arouislgthkbnämüyf hea_tlrionuäwsömgbzüd intescl_gorkmdafvbzhx
    de jaoeui_üpdksänhbryö klaeo_tirusüönhkwzmyb lelia_tdohusnbfäcgkmü miae_ompubästölüygndf n_dgetaiknszoucfbhlvp
    de onr_ldsmtpbuvkcfgawho pearoiuf_tlphsäšcnygm qua_pitcoqr r_eabitodsunmzkghwlrf sc_teispoaukghüymlwäz
    de te_fitarloszuhäpyknüg unt_srmefagdlbchipzkv veioa_ldbcuntrsfygpäá weiaäo_usbünlhrdytöcg x_etipayowbvcmdzgshf
    de y_aseunopmtirlcydkbgv zeu_iatwoözlhbysämgfk ße_igbaktrwzspv án_rlcpsdi änrthclußfigdsmkqbzäp
    de ép_nrtlmksdeicqux í_naovsbklre ösrnfßhgctlpwdbmei ürsdbcngthlf_ßkpmi štkieaoč_mu
    es _dpmcateslhbrovinfguy a_rnldscmtbupgjzvyiñk braieolu_téyjúsíbdpcá cioaulhetcr_íkóánésdú deioa_uríóvéspcmhwgbd
    es e_rlnsdctmpogjvafbxñz fieoralu_ftíámgpéóúsy gauroei_nlhéíbmgsóúty hoaie_uétrízdlmnúáskw ieoncasódltr_mvbzfpgk
    es jeaou_ipósádlnrébhjkm ka_ioeuhrlmwsbntyékgp l_aoieltucmóígfséápbv meabuiopá_óésmúníltyw n_oatdciegsufvújzémrí
    es o_nrsmldvtcbpgfjueqkh piearoul_ctúísáhópémx qu_patcioqry roa_eistrucdmánpvgíbf s_tiocaeuphlmkídsqnfb
    es toaeriu_áíóshptéclmyn urnejlascidtb_pmgzñxí vieaoíl_dbucánérsfgyt waie_sohbnrátydmcklé x_iteopacyhmsvbwd
    es y_aoueitsrlncádúzkmpv za_oqócuielzhbgnáypéə án_stmrgflxpbcqiudjvh és_nrtcldfmbixakqo² ídant_mrxscfogeqblvzp
    es ñaoeiuó óndlmb_prstvxgcfi úbms_nltrafdjc
    pt _dpcmaetsbohrfnvilugq a_rdnslmtçipbcguvzíox baeiorlu_étyêsóáíúcbd coaiuelhr_íktêóâsdpcá deoaiur_óvsáêpcmwíúbj
    pt e_slrnmitcgpdoxfvbauq fiaoeru_lftíáméóspyôd gaeuroi_nléhêmbógsãtí hoeai_utrzáãdlmnséíóú incspoardtlmv_fgzxbçe
    pt joaueip_áãónsdõhkrä k_aieohulwrsmbkytnépv leah_iotucmfíãógslváb m_eaouiãpbáéóísúmlêtc ntadoicsehg_ãfçuvúêíz
    pt o_rmsnldatcugpvbifkez peoaril_uçtéúsíócáhõp qu_püatciyeorq ra_eoitrámdãucvgnsfqê s_tesaocipumãqhíõlkfd
    pt taieoru_ãsóáítphécmlâ ulraemnsti_dçpzbvgáíc veaioíl_érdbácunsãfêg waies_bohnmdrctlyk xaoie_tcpãyíôvõmswdbu
    pt y_aoutesilrncvzdmkpb za_eiouzlbéâghyáãnsjm ár_utslgvfxbpcqdnzm ânm ão_e çãaõouá é_dtmunrslcgpxoiqkvba êns_mui
    pt ídnvcpmtrslxfbaogz_qç órdlsgtin_cxpvmqbf õe úbmdsnltvrcp_fgz
    it _cdspaimblruftovengkq a_rnlgtsmbczpudivykhf babioelru_yèwhépsdcnm caoihucer_lkqtndpsmbv dieoa_urvdgphcswljbmt
    it e_rnlstgcdmoifzavpbqe fiaoerflu_tmsgpdybcn gioaurenl_ghbtmsywdkp hiea_outrmélzdnsgwkyb i_onactslmvedzfrpgbuk
    it jaieuo_pdksnwhrjä ka_ioehurlwmstnbykpév liea_lotucmszfvbdgpnk maeoipbmu_sltyrcnwég² naet_oidzgcnusfvkjyhb
    it o_nrlmtvspcdgubikfwao peroaipu_lzshtcymgbnà qua_pitcoeq raeion_stdrmucglbvàfz stocieasup_hmklvfwnyd
    it taoerit_uàhslpmycnvzb uronastled_mipcbgzfxk viaeol_urvdbcnsyfgpäh waieo_sbnuyrlthmcdègk x_etiaywomcsvdb
    it y_auoeitsrlmdncykpvzb zaizoe_uhlgbntyáłpéck à_ è_rs é_nrlstkmdcbo ù_
    da _mtskpdfablhvioegrncu anlr_tmsdgfkvpbuciyhj beairlou_yånsjbøtæwdh ceiao_htkyurcsdplmbvn de_isartoulfvdgbnyhpm
    da e_rnditlskgmaojpfvcbh foi_rltaesøfuyæjågkmv g_eaintrhsolugåymbædø heåaojøiv_uætrzmdlwsn inlsgu_dktvcoerpambfx
    da jer_aduoisænløtfkpbhj k_evaokrstiulænyøhjmw l_iealysdotøgufæcvåkn mea_ømiuopsbætålnrfyv nd_tgesiaocnkuyvhæpøf
    da orngml_dvpukstbfcweoa paeri_uolåptshybdcnøæ quap_ticory r_eiakotsudmnbrlæyvgø st_keiopasluhmyvnæcfø
    da t_eiarotyuspnøhjvmlfæ umntrlsd_gebkapivfxcz vieaæ_olndøsébcrutfvm waei_osbnóhltcdfrzmgk x_eiaytmosvfwcd
    da ys_drltkangpemoubivcf za_oeiutzjlyghmcknbpr ån_rbdelstkfvgm ærnlgtskvdfm_ibcp ér_nmltdesbkcoq
    da ørjldgfbnvsemtk_hi
    nb _shmkfbptdvaileronguc anrl_tsmvkgdpbuicyfhe baerliouy_åøbæjsdwhém ca_heokiurtdslcmpvbfn det_iauorsdybvløhfkgn
    nb e_rnltskdgmiofvpabhuc foirlaejutøf_yåsgmænp g_ergasnjiohultåkydbv hueåaojøiv_tōrzslmndy inls_gkdtravempofbcuj
    nb jeoauøæi_dkpnōsbyjä ke_avokstriuljynhmwbg l_ielaotdsgyuøkbåpvcf mea_moiupbsåtklrfvyøn n_engdstiaoklyhucøjfp
    nb ormnlpk_gdtvsbuefcwao pepai_roluåtsndhyøgbf quap_ticoqy r_eiatosudkmønbryglåh stke_oispajlynumvhøfc
    nb t_eyiatrosuøvjhdnlpfm udnltrsk_mebapgifvczx viea_olsænåbødftucmrp waie_sobhnrzcfmdltygk x_ietavcowbdmsy
    nb ypr_sdtkelnamgoubifōh za_ieouzjhlpgkmnyréıə å_nrtplksedvfgbm ærsl é_rnmlkcdebqstu² ørymdnkvlpsft_bge
    nb ō_hkwgrtjcaeō
    sv _mshkfapbdtlviroenguc an_rtldsmvgkpubicyhfx baieolru_byjåäöstpėwh ckhea_ioytrculdspmbvá de_airsuodbnvjfplhgåm
    sv ern_ltdskcomgxfpiabue föiärloeatf_uyåjésmgn g_aergsoiulhtåndäböfy hya_eåöjoiuärtōmlzwnd insl_gktdovaercmfbpzx
    sv juäa_eoidnökltspvybōj ka_ovteirläunsyöhmfgå lal_ijeotädsunåyvöcpk mea_ömoiupäbsnåtlkryv n_gdasintleofmvkäycuh
    sv onmrl_cdstkvupgbfawoj peap_rouiålstnhäydmfc quap_itcoeyqr r_aeiktosgdnuömälåbry st_koaipeslnuhymvöfäc
    sv t_eaitrousnäyvhmjplfk usntrpl_dmbaekxgvifcz viaäe_åolusknbdtrcfmg waei_sobhnytcfdlmrgku xt_eliapynfosvbrcmwdh
    sv y_ascrnmkgtpldeofuibō za_eoijubzlhygnmptácr ärnlgstdvmckpx_fh å_ntrlkgsedvafbp é_nrmfklstdegabcquv
    sv örgmjnvdspktal_bf ō_hrkwtgjcōae
    fi _ktpmsvianljhoerbdyuc a_lanirstukmvjphdbgyc baiouer_lybhpwjsédmft c_ahoekirutdlcsmpbvóf deiao_äurvyžphsdclgbj
    fi enst_lraikemvdouhpgyc faoier_fultmgsydpnä gaio_uerlhngmybstdkwö hoaeitdujym_ärkvlzönw in_sthkeliavmrdpjoäcu
    fi jaoäeui_ynpkrsdjáā kiaueoäksy_rtöhlmvwnb leialouäktm_öjvycpfhg maimeäuop_ybsöltéhrwā n_eatinouksgävdyhpmcj
    fi o_inlsrtkmdophuvajgbw pauieopäyr_lsthöcmgvn quap_ticoıqrə riaoketuäm_jvrsdyhngb st_ieakusoäypvmhlcnrd
    fi tauite_äoyrsökhpmlšvc unsm_utlorkvidpeahjgb vaiäoeul_ydbcnrsáfgkt waie_sohntcrdfmykbl x_ietasvmbcowydf
    fi ytsö_lnydkmhrvaipeuoä za_ieouzbphlnıgckmyłá ä_änyisrlmtvhdkpjaoef én_rlamektdsvcqux ö_rnstmkliyöhpäjdvab
    fi šaiektuomnvč_r
    is _hmsklfbatvdgenípoáru a_rnlðsmfkutgbpdhvíye baroeilíóúu_æyájbönvý c_haoekdtuirmsclpbfnv döi_aulredmsíóobvýjgú
    is eðrinstglymfk_xpavdco fiarul_yótsáejonfæöký g_auirelgnsjtovðíóöbd húealjöræáoniuv_ytzóé i_tnlðrshfkgmpdbavcoe
    is jóaáöuúieíop_ky kakuoi_rjytelvónísúöm lil_ajdeuktóísfýyöoáé meai_yáusbmóíopöftlúk ndag_inseutkoímújlýhv
    is onrglstkpf_mduðwoivcb ppai_uertóloísnúhæöjá r_ialektnðsíóuáoúfæmg stk_aespilmuvínjhóúoý tua_itríeójosæönálúvy
    is urnm_pslgðtkbfdaþehiv veiaíöæélo_rdunbcsúfó wai_seohmycè xt_liíeauychmns ynrkjlfmst_gpaeðuodic z_aeizohuj
    is á_ltnrskfmghðbavdpeií ærðgktnsjlmvi_pbf étlr_fksgnu í_smknatluðrgpbfhþdxe ðla_uisvgmnkrjbfhtdey
    is óslðnmt_rkfpvbdgajþhi öknrlfgtðxpm_s úðtnrs_lmapkdgbfviexí ýðrslntj_mkfpa þrejaúýuvoáyiéí_böæ
    nl _hvdmsgaboltpikewnrcz anarl_tmsgdckupfbivyh bearoilu_ybsmthpécnwd chotaei_kruclsdypmbvn de_sioaurtdwvhbgplmjk
    nl e_rnltueskcidbgmzvaop f_eiroasfdtblujgmhnwp ge_ariosutlhdwgynbmvk huateo_irnōzmsldwéyjb indejcts_lgkaomrëvpbf
    nl jkedsanozl_fivugpbtōm kel_aouitsrknhwjbmyōd lei_alodsutfcgkwbmvhp mae_oipmubshltvndgyrk n_dtgekasioncvubhfjzm
    nl onrouepml_dtgvksfbcwa pea_roiupltgshnmycjdv quap_itcoeqyr r_eoaidstgukmbnvrlhcf st_kecopasiluhnmyvjbd
    nl te_iaorsguhtvwjybplmd uirwnds_tlbmakpeguczf veoarilu_dbcnsfgéyjtā w_eaiosvnbdkhrcptlmyf x_eitacpyobmsfvwd
    nl y_asnempourticldōbfzū zeiaowu_jzbhlngymkrpá é_nrésmldktegubcq ë_rnlfsm ïnest_ra ō_hkrwgtjōace
    ca _dpacmelsfbihrtvnquog a_rnldtmcspubigqvfkjh ba_ieorlutèàyséúídbpò caiol_tecurhsàkòénmíd deoai_uríòvbàèjdspmcg
    ca e_lsrntcmgpuxiodfbavq foielar_uíftàsmgòèpyb gaeruio_nlümèhbsgyàtd hoaie_utrzdmslnàwégèb inca_tóslodrmxfpgeubv
    ca jauoieà_púdsnjryä ka_ioheuwlrsmbnyktépf l_aleitsouícmfvègàçzb meoabipàu_òèémtsírúnl nat_ceiodsgyvufíèçnjà
    ca ornlms_dtvpcbguifeowh perao_iluctsúípçàóhqm quü_aptcior rae_iostrmdàucnvfgbpè s_tcoieauspmqhklífdró
    ca t_aeriosuzxógíàjlthpè uen_raltdiscbpxmgíïèv víeaiol_dbuéàcnsèfgry waie_sohntydmgkcl x_eaiotpcíòuhmkvèsóbw
    ca ya_estourinldcmkvpzy zaeo_izuàblhsgnptá à_nutmsrlfgxcpbqvdihz ça_ouó èsnd_rtclmfvxpbio és_nrmqldkt
    ca ín_dtcmsxflagovrbqpek ïntud_smb òrdlqmn_fsbptgcvx ó_nrsdv úbs_lvmtnrpdfi üeèilíkmrt
    """
  /// Language, blank, characters.
  static let characters = """
    ja ーンルのストいイすをリクラアやッフデるしィドタオレプ色。まマカ肌シバロサにグジキムコ人性ウでビテチャブ女・ナダ男ェさメ中パなュたは日エニ国れと一、ハポァセ県間が薄大濃定り会ガボツて時モ州手
    ja こ年ョきベ出ズォケミ指十二かピ本ヴ語ネ長くん自ゴつソ同三ワ行上生合ノ力おザヤめ政事用げペ月社ら分っ者地前見あ動方字入顔子場部後使表設ぐ議連民よみ東発ホ対せひ開化五選数けギ内業ゥ四示高下だ文
    ja 員新市最学金党立ちヘ回明えうヒ相区ゲ和物向度画目能じもヌ不再今島的作共旗全理家可通べヨ法車九機正米実問成山小ユ関代ご要効制円号現体決教記言外北名保面調加京幕経転印期右書意左値先有重そ乗主角
    ja 当治矢量戦ゼ標変信約受強続択電氏挙平座水球式準持音官士気付形西首領南八白び六取田題話像無以計赤差工警側わ特々別統来位野都止切公判解進報～七務術点検域ぎゅ道安建初基どぶ恋品認必多髪接世元半置
    ja 協結秒案諸技総院丸消得在衛思心情果族裁ゃゾ権送界予登常改ば延次両引容へ番午反医授質夏線直参黒省際係少集確遅海ず告農追原比備川整済存防知む波近第天替利派歩証支具組百由達産察交障師熱低割府始終
    ja 毛星活更（視込悪）魔資供減考応適勝感芸空囲除括査算ぼ役軍環精飛増椅換起友符例委台料千項覚王速英過弧郡口幅所器処任歌ぷ停優求血兵件売頭科疑乳提楽補耳土複団策足広論格朝説ろ投古型限美青妊花笑死
    ja 巻義夫昨想演規読央ね宇打価各他木帯御周単私親真嫌宙運革状探放構超聞太泳風透妖非吸石細流範等移村住率局張境映葉走何溶急味勢ざ歳閉談虫営失神管競校争聴屋試配紙並着与毎拡去落鬼輪守身録企税散便声
    ja 食含収操銀費室助禁門握護藤識町景害沢断列ほ異船偵帽復職馬様援許万病ぞ待混早韓測鮮施独験完態礁満極邦戻残幹貨欧負展光井寄席武条索削宅研難杖注象夜図固違宮及導敗伝観望育縦製逆魚順火郵了商路永振
    ja 段甲横副究婦描般詳店緑暗鳥述辺圧担輸房衆訪浮影念然ふ密福好洋未善労仕個返造照推愛積港審暦額岡離踊写猫否棒札答賞訴破監株退深寝ょ閾老齢卒働装素命評湾若松脳園娠良肉姿申被史渡階種曲針秘互閣背呼
    ja 修雲撃佐継編縮課華末犯婚響隔鍵票承突週財融蔵抜繰飲券隊類旧崎核阪況液均陽端冷輝薬陸玉舞絵帰筋雪竹専香岸客谷撮草廃抑床渉程江祝系頼歴橋催買久短仏忍降請弁根候激療徳壊鉄救温材仮困茶母宗吹給介菜
    ja 押討攻講骨憲督牛惑館雨紀隠従苦祈づ巡危爆森著易秋厳戸絶詰富康植城夕摘箱捕簡批郎健倍包河携占踏春服殺採児盟織源射林遊辞将呂
    zh-Hans 的色肤人中一等不了是在我。有女省男较手深这浅拉大个上這他里地时们們斯来用來和生尔個到语子文为要出频著着下克你可就區国說说特器会头加发间，动以亚那自也主么多小得去字工利音指学卡向家成流过视阿
    zh-Hans 西會放好州件尼马心面度巴数時使方行能输布码高分定置國比法对天开号于過起设都爾德道為格看情科–选车瓦还标同区還本什年前没后學作制沒将两点老列部播表入打您民把量位体义式塔样十解无接發正员机纳进
    zh-Hans 理如動日按旗单图對明夫级果水从想新縣长又全电治球市基现模伊重经侣罗儿三示樣南幕最认反内塞她立化师亲義别些所安实口米右产經性回项只问白產山像脸岛左共默当达物声提姆话普合而兰馬显力北進萨目吻编
    zh-Hans 或現块之红然建兒种索信见它點此意平頭择事线很種转托通应從服二元甚形雷关符镜代率浪走给見哈切书路象波帧边開带箭名东维吉值者月气许麼听准已步勒志命洛金群举亞兩程郡双爱调几長古卫保角圣知存包英轮
    zh-Hans 埃眼强配納但节坐當常与食氣县給更界系其實外希做哥光空問（）非业皮备消教超取第社交美因先太换务据键党序察己黨术言星身花四站宽势奥戈题公画真機相迪帕令海统孩快莫幾內原沙邊钮启革士库禁战干止农笑
    zh-Hans 戰滤运候博被门摩次冲話直漫密连参素呢请装延才活写達聲变展、羅息呐吶处领椅府河由少叫鱼黑五条速夏秒戴控查该罢坦录飞罷奇跳各台維并算東容每记计热林沃薩間胡骑完恩质乌拿別低根改半玩失片「」鲁警妈
    zh-Hans 住業环怎精伯及曼火错聽吧允扎括增級收政船需威总采跑游军思再圆百影梅媽告嘴蒂苏缓耳盘無串除瓜障阶奶贝导卢望未桑整任诺效例技車结窗历階碍风毫艺莱引房持赫始端杂坏軍吃防泰期万混亮划翻剪礼福電土决
    zh-Hans 筑聖媒资門員管源停灵缩类體斗關座医获印找掌屏透争则爭传队称封官络變怀盖轨识應努穆母歌題网难拳跟具六條助支便感握貝顶乳复世场测护萊總迟隔乐班蛋吗洲邦组确杜满啊求兵死观证倒丁領清侧嗎论添造响联
    zh-Hans 王雄约微九菜雪耶济觉受結萬滚蓝血永決必油预试属围千跪登远八隊极松背論航压許往检卷签奧染送毛型親資森哪黄朝書呀适似验族排伦爷城導石议欧厨弗越吸腿帶针板击舞钱若隐何巾摇读插神仅报敌農敵框熱商规
    zh-Hans 户劳集木眉移兹穿肯朗树侦宝底“茨笔灯線恋料佩記益考办今認丹盲品近供续研庫域愛且捕偏减首將诞顿探留”朵限濟养魔難牙纱圈绿蘭范须覺藏風隆環帮運略修哺蒙轻访辦广早辑汉數宇却章究众照識功連泳牛寫艾
    zh-Hans 處否胜七落铁諾魯爬卻循静饭眾操降耍尾皱鬼客层師堡让张际派滑帽富纸细叉律温計鎮厂青阳島段随创蒸刚育至設扬扩专約闭宗局优够载
    zh-Hant 皮膚人的女男褐文子生手訊時語用白大一黃工黑。定上個不淺國小中多出和法以下在可家心自機對新地會電有本於過學天好這果無是為器來能要那到道站亞最前提請拉如字交所發後同他你當意問之知得信說去我何成
    zh-Hant 沒都也章了年而因然但想真麼現們看就很還間嗎視頭號爾音放克斯加馬動設選行標西輸利播比單式入愛阿體使向球檔車碼度色相師特面方數旗指流巴里解，尼卡打形開髮幕老清取員系位您高服目親重格英元共公案著
    zh-Hant 島接理科長兩性水者正名制路南空月程圖示蘭安轉分裝串啟羅點模作左影線超右書業組資美明太便平部像氣或金瓦納擇日星置孩建德山握古換立與錄布量項基全聽內連及編型準顯網除運合班達將至主等反光士按三東
    zh-Hant 畫變輪聖區情化料級件物帶非預強表夫力寫言北引片令維群雙通外統速關保拿記臉別歌務快民花角鍵其話舉箭實整更哈海哥坐林索應進題介此笑希教錯原品椅始板第被符列包計做類樣王摩未聲每算處先從義波傳兒賽
    zh-Hant 薩並眼夏參已聯讓風門飛代樂常玩若貓紅些十象塔次結起身存修命感收滿留直覺吉調六失奇改權由停台幾遠率什回容思支許二完期萬費錢需濾跳口試媒技世讀精功給經耶觀值印任城張界走場市找版邊驗圓米威住告寬
    zh-Hant 消則該跟庫座效警醫魚五少管華難奶室專歡活確神般裡否四必望族稱藝怪社種考講秒耳兵止久它才腦臺、伊術八呵求灣較近龍事備受各差持總識環登雜似即喜政偵拳增熱另李獨破見認買軍乎卻報怎竹謝浪跑且幫決鳳
    zh-Hant 派翻防份央戰投死興議：例官控候吃啊念把校造隊廠普價凰又叫吧哪啦掉朋論辦迷叉尾戴魯今弟黨窗密螢兄再友呢喔夢她妳己故曾研究討訴誰課陳雖伯塞掌歐烏穿藍衛切導排治衝農封屬查吻洛舞延諾障漢莫騎埃托洲
    zh-Hant 「毫滑畢雷」盲披誕軌步腳靈（）奧括曼泳瓜蘇低雄盧紗跪瑞眉頻塊節嘴圈探沙築縮肩升土素血鬍幣序寶懷鬼籤丁朝半益護牙彩根質乳盤船永測火划孕燕聳游鼠媽牛約載隨姆勢碟勒牽耍具源巾套態木倒千浴皺坦杜郎
    zh-Hant 亮洋廚微油照限哺帕吸隱呼底廣執福葉擷蓄丹剪卷禮領端藏遲惡杖雪食園尋景牌製–赫偏康百輯酒陽曆茲遮側恩貝檢母注甲筆蒸庭爸息證集離倫址朗優助授毛簡紙肉伺禿域尺朵泰雞假硬魔層禁援燈背循躬鞠婦鏡階壓
    zh-Hant 招拜智歉殺況演睡罪鐘顧儲澳鈕察移複貨針隔韓驚係典曲梅樹段細落釋香噘爺覽迪隆雅頓依努含尚憶承易極溫狀石鐵鳥岩攀紐冰松蒙佛史司抱敗棒眾貴送順堡拼皇郵麥仁哦客濟草詳誤軟框喬暫荷透鞋餅剛勝射律復疑
    zh-Hant 紀週首俄捏纏帽森祝誌享劍尤彈抓條琴票續舊越適附雨雲須埠夾巫抬拍邪戲狗突紹靜嗨析混滾略肯佳冷博商帝往慢救繼諸配刪墨旋杯減綠
    ko 자부피이색스하사주기는갈한리시트다니로오지아어가남여은라을인수디연에비의를르정구화크마드레도고프검손바진성서람나표모파용전동얀터타있일키코제미합우카보장위세입치소공할상간발쪽대그력생선음요
    ko 재면방호으중림노포현얼굴체더루경두메버브문해설임원티본영목조국명단습과애각유안랑록데출플러베저산거계필신형무것른깃페와통네택래물막차식게양만적케테알작토역야초준반글살값린악운처머실행클관된
    ko 란환분션링투교달없향왼들잡근변블속쿠락탄학추커활츠번퍼슬개열내되즈워접않히름헤최든축질함골딩송슈말배렌절웨건당예술강닥푸료별등휠너금랜벨채옵좌누밀순볼능결복회감불패법픽려북율돌언항때셀매엘
    ko 청캐될듈밍후백칼뉴곱농쓰확높폴빨쓴찾및섬품랙또증눈새업직집난녀찰런창효량편먹엔콜핑됩삼싱민족깨널덱샤캡줄올태흐병울뛰렉범왕숫판점괄엄귀앙온허같빌립압찌혼셔날램칸령받특덴류뾰암염템튼평핸종탐
    ko 꺾느릎쇼옆킷텍격웃컷팔녹벌빈젓친꿇댄뒤럽턱틀센침팡움몬심컨킬닌랍월측탈턴따박승외광까쓱콘큰킹흰꼴셰완독롤쉬풍론길롱뱀석텔걷급년폰겐럼렬숨잔꽃돈빠놀몰욕잘좋춤톤험꼬냐망먼샘옴응즐참컴닫맨쇠천
    ko 했힌권졸짓컬콩솔약켓끼님됨잠짝킨폭져책캄곡럴맞벤읽튜²군낮닝셋존큐멀멘삭앞텐김냅럭액핀곤롬맥엑며죽줍팅푼꾸델랴릴충돼많짐펼황둥떤럿릭믹밝숭챕퉁튀겠낌셈죄콰팟펜풀넌룬뿔캔탕휴끄끝낫랄멕몽숏쉼
    ko 십쎄젠짜취홍걸긴맙못봉윙쥐즘찡쳐털폐곰꾼덤렘룩뼉뿌젖째큘틴헬흘늘떠쌍웹퀴홀흔규극낀낙던멜몸묵므벽뽀씨얄칠쿨탬팝³갖딘딱롭밴잎철첫펀낼덜몇밥샌윈젤칭킥틱헨겔균넣늬땀띠례릿밸샨앤앨엠왈짧촉켄켈
    ko 펄펙퓨견넙논듯랏련뢰빗빙빼셸앵었엉옌옹육쫙킵퍽픈힐겹괴꿀낭닉뜨랫렐렛룹멍밤슨쿄팩펠°끕넷담듭룰륙붙샐섯슐싼씩앰억좀찬첼캠켜쿤큼탑텡톨톱햄갤궁깜덮듀득벡쁨셜쇄았왜컵팀펑퐁혀깊꺼끌냄랭렇렝멧믐
    ko 벵벼빵삐섞섹엥옥잉춥쿼틸혹휘힘힙께꽝납넬녕놓닛댑떨멈뮤벳뷔뼈삽싫싯씬얻엽익찍첸총퀘팽핏μ갱겨곳곽괭꺽낸넥덟뎅둘략룸뱅셴솜싶옐윤젝쥔징층콴톡툼헝헥훨흡갑곧넘넛념눌닐닭덩돋똥랩맛맵뭇뮬밧붕빅쉐
    ko 슴욱젬착첩촬칵켐콥쿡퀀퀄탁텀톰퇴툰툴펫폼퓌혈홉걱깅깐꽂녁뇨답뎃땅떻뚜룽률뫼묘밑빛쁘샴쉘앗엇옳웰윌융쟁즉쪼찻칙캘콤킴탱튠팍팜팬펨펭협홈횟흑괌궤귈귤깍깬꿈낚냉냥넓넴넹놈놔뇌눅눔눗늑덫돔듬딕딜떡
    ko 뜀뜸랸렁룡맘맹묶묻뭉붓샬샹섭쉿싸싹썰쓸씁앳얌엣옘욘웬잃잊줌챠챤첨촌캉캥쿰퀵탉픔핫헌훈훔·‰′″ℓ객걀겼괼굼굽굿귄깔껍껫꼭
    """
}
