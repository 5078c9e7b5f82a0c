/**
 * The words most used in languages that may or may not be served: as much to tell them apart as to know a text that is
 * in none of the served languages.
 */
export const distantWords = {
  cs: `a v se na je že s z do to o i ve jako za pro ale by byl jsou si po od jeho k ze podle které který která však tak
    co už nebo když jen jsem u při bude až než další roku více let také protože aby bylo byla byli má mezi své být
    může ještě před pouze první nové jejich proto kde jak není tento tato toto této tím těchto jsme pak proti pod nad
    kteří kterých velmi dva dvě tři čtyři pět lidé lidí rok čas den dnes zítra včera dobrý děkuji prosím ahoj ano ne
    můj moje náš váš jaký kdo proč město země svět voda dům dítě děti žena muž práce škola kniha přítel vláda velký
    nový česky české`,
  sk: `a v sa na je že s z do to o aj vo ako za pre ale by bol sú si po od jeho k zo podľa ktoré ktorý ktorá však tak čo
    už alebo keď len som u pri bude až než ďalší roku viac rokov tiež pretože aby bolo bola boli má medzi svoje byť
    môže ešte pred iba prvý nové ich preto kde nie tento táto toto tejto tým týchto sme potom proti pod nad ktorí
    ktorých veľmi dva dve tri štyri päť ľudia ľudí rok čas deň dnes zajtra včera dobrý ďakujem prosím ahoj áno môj
    moja náš váš aký kto prečo mesto krajina svet voda dom dieťa deti žena muž práca škola kniha priateľ vláda veľký
    slovenské`,
  fi: `ja on ei se että oli hän mutta ovat joka kun niin myös tai kuin sen ole jos vain olla voi mukaan vuonna mitä
    hänen jo sitä nyt nämä ne siitä tämä tämän minä sinä me te he minun sinun ollut olivat kanssa ennen jälkeen koska
    vielä hyvin paljon enemmän kaikki kaikkien mikä kuka missä milloin miksi miten yksi kaksi kolme neljä viisi
    ensimmäinen uusi suuri hyvä hyvää päivää huomenta kiitos hei kyllä anteeksi vuosi vuotta päivä aika ihmiset
    ihmisiä mies nainen lapsi lapset talo vesi kaupunki maa maailma hallitus työ kirja koulu ystävä tänään huomenna
    eilen aina koskaan sekä joita jossa jotka jonka noin kuitenkin eivät muun muassa välillä`,
  et: `ja on ei see et oli ta aga mis kui nii ka või kes selle ole ainult olla võib järgi aastal mida tema juba seda
    nüüd need sellest selles mina sina meie teie nemad minu sinu olnud olid koos enne pärast sest veel väga palju
    rohkem kõik kõigi kus millal miks kuidas üks kaks kolm neli viis esimene uus suur hea tere hommikust päevast aitäh
    tänan jah palun aasta aastat päev aeg inimesed inimeste mees naine laps lapsed maja vesi linn maa maailm valitsus
    töö raamat kool sõber täna homme eile alati kunagi ning oma siis välja üle poolt kuid mitte nende saab tuleb umbes
    eesti`,
  hu: `a az és hogy nem is egy ez meg de volt csak van már el mint vagy ki azt még fel lehet ha aki ami amely ezt után
    között minden szerint kell lesz itt ott most majd mert így sem pedig nagy nagyon több sok más első két három négy
    öt új jó napot köszönöm szia igen kérem év évben éves nap idő emberek ember férfi nő gyerek ház víz város ország
    világ kormány munka könyv iskola barát ma holnap tegnap mindig soha hol mikor miért hogyan mi ti ők én te ő azok
    ezek voltak vannak lett által azonban illetve alatt ellen nélkül során amikor mely melyek magyar`,
  lt: `ir yra į kad iš su ne tai bet o kaip buvo jis po už apie tik ar nuo dėl iki pagal kuris kuri kurie kurių jau dar
    labai daugiau taip pat jo jos jų metu metų metais gali būti turi savo prie per tarp visi visų kai jei arba nes čia
    ten dabar tada šis ši šie šio šios tas ta tie to tos aš tu mes jūs jie mano tavo vienas du trys keturi penki
    pirmas naujas didelis geras laba diena labas rytas ačiū prašau žmonės žmonių vyras moteris vaikas vaikai namas
    vanduo miestas šalis pasaulis vyriausybė darbas knyga mokykla draugas šiandien rytoj vakar visada niekada lietuvos
    lietuvių`,
  lv: `un ir ar no uz ka par kas to bet kā bija viņš pēc arī vai tikai gan ne pie līdz lai nav jau vēl ļoti vairāk tā
    tas viņa viņu gada gadā gadu var būt savu pret starp visi visu kad ja jo šeit tur tagad tad šis šī šie šo es tu
    mēs jūs viņi mans tavs viens divi trīs četri pieci pirmais jauns liels labs labdien labrīt paldies jā lūdzu
    cilvēki cilvēku vīrietis sieviete bērns bērni māja ūdens pilsēta valsts pasaule valdība darbs grāmata skola draugs
    šodien rīt vakar vienmēr nekad kura kurš kuri kuras tiek tika tomēr kopā latvijas latvija caur pirms`,
  sq: `dhe të e në i që me një për nga se është u ka do më por si nuk ai kjo ky kanë ishte këtë tij saj tyre duke edhe
    sipas pas para gjatë mund duhet shumë vetëm ose kur nëse sepse këtu atje tani atëherë këto këta ato ata unë ti ne
    ju im ime yt jonë dy tre katër pesë parë ri madh mirë përshëndetje faleminderit po jo lutem njerëz njerëzit burrë
    grua fëmijë shtëpi ujë qytet vend vendi bota qeveria punë libër shkollë mik sot nesër dje gjithmonë kurrë viti
    vite ditë kohë pa mbi nën ndërmjet midis çdo gjithë asnjë tjetër shqip shqipëri deri kundër`,
  tr: `ve bir bu da de için ile çok olarak daha o ne gibi olan var sonra kadar ama en her değil diye mi mı ki ya veya
    yok şey ise ben sen biz siz onlar benim senin onun bizim oldu olduğu olduğunu edilen tarafından göre önce üzerinde
    arasında içinde karşı ancak fakat çünkü eğer hem hiç bütün tüm bazı iki üç dört beş ilk yeni büyük iyi merhaba
    günaydın teşekkürler evet hayır lütfen yıl yılında gün zaman insan insanlar adam kadın çocuk çocuklar ev su şehir
    ülke dünya hükümet iş kitap okul arkadaş bugün yarın dün şimdi nerede nasıl neden kim hangi idi vardı dedi etti
    eden kendi`,
  az: `və bir bu da də üçün ilə çox olaraq daha o nə kimi olan var sonra qədər amma ən hər deyil ki ya yox şey isə mən
    sən biz siz onlar mənim sənin onun bizim oldu olduğu olub edilən tərəfindən görə əvvəl üzərində arasında içində
    qarşı ancaq lakin çünki əgər həm heç bütün bəzi iki üç dörd beş ilk yeni böyük yaxşı salam təşəkkür bəli xeyr
    zəhmət il ildə gün zaman insan insanlar kişi qadın uşaq uşaqlar ev su şəhər ölkə dünya hökumət iş kitab məktəb
    dost sabah dünən indi harada necə niyə kim hansı idi dedi etdi edən öz azərbaycan`,
  vi: `và của là có trong được cho một các không với những này đã người khi đến từ để về như năm ở ra nhiều cũng vào
    phải tại theo đó sẽ rất hay hoặc nhưng vì nếu thì mà làm còn chỉ đang bị trên dưới sau trước giữa qua bởi cùng tôi
    bạn anh chị em chúng ta họ nó hai ba bốn mới lớn tốt xin chào cảm ơn vâng ngày tháng thời gian đàn ông phụ nữ trẻ
    nhà nước thành phố thế giới chính phủ việc sách trường hôm nay mai bây giờ đâu sao nào ai gì mọi tất cả khác việt
    nam`,
  mt: `u li l il ta ta' f' fil fl minn ma' mal dan din dawn huwa hija għal għall kien kienet kienu lil mhux jew iżda
    biex sabiex meta bejn wara qabel fuq taħt kull hemm hawn issa jien int aħna intom huma tiegħu tagħha tagħhom xi
    aktar ħafna wieħed waħda tnejn tlieta erba ħamsa ewwel ġdid ġdida kbir kbira tajjeb bonġu grazzi iva le jekk
    jogħġbok nies raġel mara tifel tfal dar ilma belt pajjiż dinja gvern xogħol ktieb skola ħabib illum għada lbieraħ
    dejjem qatt sena snin jum żmien malta malti dwar kif fejn għaliex min bħal kontra`,
  fil: `ang ng sa na mga ay at si hindi ito para kung may siya ni isang niya nang kanyang mula din rin pa lang ako ka
    tayo kami kayo sila ko mo natin namin ninyo nila nito iyon dito doon ngayon noon kapag dahil ngunit pero o upang
    bilang ayon lahat bawat iba marami higit dalawa tatlo apat lima unang bago malaki mabuti magandang umaga kumusta
    salamat oo po tao lalaki babae bata bahay tubig lungsod bansa mundo pamahalaan trabaho aklat paaralan kaibigan
    bukas kahapon lagi kailan saan bakit paano sino ano pilipinas taon araw panahon walang mayroon naging`,
  cy: `y yr yn a i o ar ac mae ei eu am wedi gan oedd fel hefyd bod sydd ond nid ddim hyn hwn hon hynny roedd fod at
    wrth dros dan rhwng cyn ôl gyda heb mewn pan os neu lle pwy beth pam sut pryd fi ti ni chi nhw fy dy ein eich un
    dau dwy tri tair pedwar pump cyntaf newydd mawr da bore prynhawn diolch helo ie na gwelwch dda pobl dyn menyw
    plentyn plant tŷ dŵr dinas gwlad byd llywodraeth gwaith llyfr ysgol ffrind heddiw yfory ddoe bob blwyddyn blynedd
    flynyddoedd diwrnod amser cymru cymraeg gall fydd bydd cael gwneud mynd yng nghymru caiff drwy unrhyw mwy llawer`,
  ga: `an na agus a i ar is go sa de le do bhí tá ag atá ach nach ní mar sé sí siad é í iad seo sin ó faoi chun idir
    roimh tar éis gan gach nuair má nó cá cé cad cén conas cathain mé tú muid sibh mo ár bhur aon amháin dhá trí
    ceithre cúig chéad nua mór maith dia duit maidin raibh agat slán sea led thoil daoine fear bean páiste páistí
    teach uisce cathair tír domhan rialtas obair leabhar scoil cara inniu amárach inné gcónaí riamh bliain bliana
    blianta lá am éireann éire gaeilge bheith déanamh dul ann air aige aici orthu acu dó di dóibh freisin níos mó`,
  yo: `ni ti àti sí tí ó ń pẹ̀lú wọ́n kan àwọn náà fún ìlú ọmọ ilé ọdún jẹ́ láti ṣe bí kò kí mo mi rẹ wa yín wọn èyí yìí nígbà
    inú lórí lẹ́yìn ṣáájú gbogbo méjì mẹ́ta kìíní tuntun ńlá dára báwo ẹ kú àárọ̀ ọ̀sán alẹ́ o ṣé bẹ́ẹ̀ ni rárá jọ̀wọ́ ènìyàn ọkùnrin
    obìnrin omi orílẹ̀ èdè ayé ìjọba iṣẹ́ ìwé ilé ẹ̀kọ́ ọ̀rẹ́ òní ọ̀la àná nísinsìnyí níbo ta kí wà lọ wá sọ rí gba mọ̀ fẹ́ lè máa yorùbá`,
} as const;
