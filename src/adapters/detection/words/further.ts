/** The words that the remaining languages use most, roughly the most frequent first, then those of short messages. */
export const furtherWords = {
  eo: `la de kaj en estas al ne por kiu ke li mi vi ŝi ĝi ni ili oni si kun sed el pri kiel pli estis aŭ tiu ĉi jam nur
    dum ankaŭ kiuj ĉiuj ĉiu ĉio tio kio kie kiam kial tiel tiam tie ol da je post antaŭ inter sub sur super tra trans
    per pro sen ĝis laŭ apud kontraŭ krom malgraŭ se ĉu ĉar do eĉ ankoraŭ tre tro multe multaj malmulte plej iam
    neniam ĉiam nenio iu ia io iom alia aliaj mem sia lia ŝia ĝia mia via nia ilia siaj liaj miaj viaj niaj iliaj lin
    ŝin ĝin min vin nin ilin sin tiun tiuj tiujn kiun kiujn kia unu du tri kvar kvin unua nova granda bona bela homo
    homoj viro virino infano infanoj domo akvo urbo lando mondo tempo jaro jaroj tago tagoj nomo lingvo esperanto
    laboro libro hundo kato lernejo amiko saluton dankon bonan tagon matenon vesperon nokton revido sinjoro jes povas
    devas volas havas faras diras venas iras povis havis faris diris estus estos esti fari havi povi devi hodiaŭ
    hieraŭ morgaŭ nun tuj baldaŭ registaro parto vivo ties ajn des ju almenaŭ preskaŭ pluraj kelkaj kelke ambaŭ fine
    unue same bonvolu helpo helpi loko okazis komencis fariĝis iĝis ekde malsama sama tamen plu ĵus aliflanke antaŭe
    poste`,
  eu: `eta da ez du zen ere bat dira ziren izan zuen baina dute zuten egin hau hori hura hauek horiek haiek bere beste
    egiten dela den dituen diren zituen dutela nahi behar ahal oso gehiago baino baita edo ala ondoren arte artean
    gabe buruz bezala moduan ondo gaur atzo bihar beti inoiz orain gero hemen han hor nor zer non noiz zergatik nola
    zein zenbat guztiak guztia dena denak ezer inor norbait zerbait bakoitza urte urtean urteko urteetan egun egunean
    egunak denbora aldiz gizon gizona emakume haur haurrak etxe etxea ur ura hiri hiria herri herria herrialde mundu
    munduko gobernu gobernuak lan lana liburu liburua txakur txakurra katu katua eskola lagun laguna kaixo eskerrik
    asko agur egunon gabon arratsalde bai mesedez on ona handi handia berri berria lehen lehenengo bi hiru lau bost ni
    zu gu zuek bera nire zure gure haien naiz zara gara zarete nago dago daude dut duzu dugu nuen zegoen zeuden
    daiteke dezake dezakete litzateke direla zela euskara euskal euskadi aurrera aurka arabera zehar kontra bitartez
    ematen hasi esan zuela zion dio diote dituzte ditu batzuk gutxi hainbat bertan horrela hala ordea beraz gainera
    izen laguntza bizi bizitza leku zati gau egon joan etorri jakin ikusi eman hartu eduki izango egingo duen duten
    dituzten zutela`,
  br: `ar an al a e hag ha da eo zo oa o gant evit war ne ket n' eus bet ez er en el d' ur un ul met pe pa ma me te eñ
    hi ni c' c'hwi int i din dit dezhañ dezhi deomp deoc' dezho ac'hanon outañ ganin ganit gantañ ganti ganeomp
    ganeoc' ganto bezañ bez' emañ emaint emaon edo vo vefe vez veze voe he deus doa am hon ho peus hor ober ra reas
    graet gra reer gallout gall gell hall hell rankout ret mont aet deuet dont ro lavaret lavar gwelet kalz nebeut
    muioc' muiañ gwelloc' mat fall bras bihan nevez kozh kentañ daou div tri teir pevar peder pemp bloaz bloavezh
    bloavezhioù deiz deizioù amzer gwech tud den maouez gwaz paotr plac' bugel bugale vugale ti dour kêr bro vro bed
    gouarnamant labour levr levrioù ki kazh skol mignon demat trugarez kenavo ya nann mar plij hiziv dec' warc' bremañ
    neuze atav morse biskoazh amañ aze ahont pelec' petra piv perak penaos pegoulz peseurt pep holl all re hini ken
    ivez c'hoazh hoazh dija hep dindan dre dreist etre abaoe betek araok raok goude pad kichen brezhoneg breizh vreizh
    brezhonek galleg yezh anezho anezhañ anezhi eta koulskoude rak abalamour dem anv sikour noz buhez lodenn lec'
    lakaat lakaet kaout kavout kavet komz komzet skrivañ skrivet rannvro kreiz miz viz sul bzh`,
  id: `yang dan di dari untuk dengan dalam ini itu pada tidak akan ke adalah oleh juga sebagai telah bisa ada saya anda
    dia mereka kita kami ia kamu aku karena seperti atau lebih dapat lain hanya sudah belum masih harus saat ketika
    setelah sebelum antara tersebut bahwa para sangat semua banyak beberapa orang tahun hari waktu kali negara dunia
    pemerintah kota rumah air anak laki perempuan wanita pria pekerjaan kerja buku anjing kucing sekolah teman halo
    terima kasih selamat pagi siang sore malam tolong ya besar baru baik pertama dua tiga empat lima sini sana
    sekarang kemarin besok selalu pernah apa siapa mana kapan mengapa kenapa bagaimana namun tetapi tapi jika kalau
    maka sehingga agar sampai hingga terhadap tentang melalui menurut selama sejak secara menjadi memiliki mempunyai
    melakukan mengatakan berkata membuat dilakukan merupakan bagi nya pun lagi pula sedang saja seorang sebuah satu
    sama setiap bagian hal cara lainnya ingin mau bukan indonesia bahasa kepada uang mobil kantor polisi butuh bantuan
    nama hidup tempat jumlah rupiah jakarta daerah wilayah provinsi kabupaten desa nggak gak kok dong sih`,
  ms: `yang dan di dari untuk dengan dalam ini itu pada tidak akan ke adalah oleh juga sebagai telah boleh ada saya anda
    dia mereka kita kami ia awak aku kerana seperti atau lebih dapat lain hanya sudah belum masih harus mesti semasa
    apabila selepas sebelum antara tersebut bahawa para sangat semua banyak beberapa orang tahun hari masa kali negara
    dunia kerajaan bandar rumah air anak kanak lelaki perempuan wanita pekerjaan kerja buku anjing kucing sekolah
    kawan rakan helo terima kasih selamat pagi petang malam tolong sila ya besar baharu baru baik pertama dua tiga
    empat lima sini sana sekarang semalam esok sentiasa selalu apa siapa mana bila mengapa kenapa bagaimana namun
    tetapi jika kalau maka supaya agar sehingga terhadap tentang mengenai melalui menurut selama sejak secara menjadi
    mempunyai memiliki melakukan berkata membuat dilakukan merupakan bagi nya pun lagi sedang sahaja seorang sebuah
    satu sama setiap bahagian perkara cara ingin mahu hendak bukan malaysia melayu bahasa kepada wang kereta pejabat
    hospital polis berkenaan iaitu ialah manakala walaupun pelbagai daripada turut serta adakah tiada jabatan perlu
    bantuan nama hidup tempat jumlah ringgit kuala negeri daerah universiti beliau diadakan tak nak je lah`,
} as const;
