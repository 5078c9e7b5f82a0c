/**
 * Further words of languages that are easily taken for a neighbour: what programs, offices and news say often, and above
 * all what the neighbour says or spells otherwise.
 */
export const neighbourWords = {
  id: `pengguna sandi berkas perangkat lunak keras diperlukan dibutuhkan membutuhkan kesalahan galat baris perintah
    tampilan menampilkan ditampilkan hapus menghapus mengubah diubah menyimpan disimpan tautan situs unduh
    mengunduh unggah koneksi jaringan layanan ponsel sistem versi daftar isi surel pesan alamat nomor ukuran
    tanggal menit detik bulan pekan senin rabu kamis jumat sabtu januari februari maret mei juni juli agustus
    desember dikenal valid berhasil selesai ditemukan tersedia berbeda masukan keluaran berupa seharusnya
    diabaikan terlalu rusak mobil sepeda bandara dokter perusahaan karyawan mahasiswa anggota presiden dewan
    rakyat kepolisian ekonomi berbagai selain menurutnya ujar kata katanya pihak terjadi terkait gratis metode
    kualitas universitas aktivitas komunitas identitas informasi produksi instalasi proyek tim olahraga sepak bola
    pertandingan bioskop televisi sepatu celana kue es jeruk polisi tentara jenderal inggris serikat prancis
    tiongkok jepang eropa miliar persen sekitar gubernur walikota listrik obat penyakit penelitian peneliti
    ilmuwan kecelakaan korban banjir gempa cuaca kapal pesawat penerbangan penumpang perjalanan wisatawan kuliner
    tiket resmi hukum pasal undang-undang pengadilan pasar saham harga barang jasa keuangan pajak bekas dibuat
    digunakan menggunakan sebuah apakah silakan mohon maaf kembali membuka menutup mencari memilih pilih pilihan
    pengaturan setelan nonaktif aktif diizinkan mengizinkan izin ruang penyimpanan memori gambar suara layar
    tombol jendela laman direktori argumen indeks variabel fungsi objek karakter parameter struktur nilai
    konfigurasi direktif paket repositori keamanan kunci tanda tangan jangan pasang memasang gagal membaca menulis
    seharusnya hendaknya butuh lewat kapan bicara senang sekadar sekalian cewek cowok bokap banget enggak udah aja
    gue boleh negeri turut mesti maupun dinyatakan pekerja jabatan gunakan warna kosong tak serta perlu masyarakat
    termasuk tujuan masa perlindungan kebebasan bangsa pendidikan supaya daripada menerima benar syarat kemajuan
    hak berhak manusia undang asasi seluruh suatu prinsip keadaan atas politik hasil program sebab akibat umum
    khusus bebas kebangsaan kehidupan mendapat diberi memberi terdapat berlaku mulai bentuk alam laut jalan gunung
    sungai kecil panjang tinggi kuat lama ramai cepat datang pergi tinggal makan minum berjalan bermula kawasan
    pulau raja perang masalah mungkin hampir terus sendiri bersama dekat jauh luar dalamnya`,
  ms: `pengguna laluan fail perisian perkakasan dikehendaki diperlukan ralat baris arahan perintah papar paparan
    memaparkan dipaparkan padam memadam mengubah diubah menyimpan disimpan pautan laman sesawang turun naik
    sambungan rangkaian perkhidmatan pelayan telefon sistem versi senarai kandungan emel mesej alamat nombor saiz
    tarikh minit saat bulan minggu isnin rabu khamis jumaat sabtu ahad januari februari mac mei jun julai ogos
    disember dikenali sah berjaya selesai dijumpai ditemui berbeza masukan keluaran sepatutnya diabaikan terlalu
    rosak kereta basikal lapangan terbang doktor syarikat pekerja kakitangan pelajar ahli presiden majlis rakyat
    ekonomi selain menurutnya ujar pihak berlaku berkaitan percuma kaedah kualiti universiti aktiviti komuniti
    identiti maklumat pengeluaran pemasangan projek pasukan sukan bola sepak perlawanan pawagam filem muzik
    televisyen kasut seluar kek ais oren polis tentera jeneral inggeris syarikat perancis jepun eropah bilion
    peratus gabenor elektrik ubat penyakit penyelidikan penyelidik saintis kemalangan mangsa banjir gempa cuaca
    kapal pesawat penerbangan penumpang perjalanan pelancong tiket rasmi undang-undang mahkamah pasaran saham
    harga barangan kewangan cukai dibuat digunakan menggunakan guna gunakan sebuah adakah sila maaf semula kembali
    membuka menutup mencari memilih pilih pilihan tetapan menetapkan tetapkan ditetapkan dilumpuhkan dibenarkan
    membenarkan kebenaran keizinan ruang storan ingatan imej bunyi skrin butang tetingkap direktori hujah indeks
    pemboleh fungsi objek aksara parameter struktur nilai konfigurasi pakej keselamatan kunci tandatangan jangan
    pasang memasang gagal membaca menulis memuatkan muat muatan disokong menyokong mengandungi mempunyai
    dinyatakan nyatakan sahih peranti sedia permulaan penghujung lajur opsyen piawai warna ikon fon senaraikan
    cuba mencuba cubaan tukar menukar salin menyalin cipta mencipta dicipta ujian uji semak menyemak tambah
    menambah buang membuang hantar menghantar terima menerima tunjuk menunjukkan pelbagai persendirian diketahui
    tentukan sebarang setiap kosong mungkin nampaknya masalah bermakna ketika ialah kini turut tersebut encik puan
    cikgu budak cakap tengok macam dah kena takde pun lah kan jom best seterusnya aktif hingga mula masyarakat
    termasuk tujuan perlindungan kebebasan bangsa pendidikan benar syarat kemajuan hak berhak manusia kesalahan
    hukum undang asasi anggota seluruh suatu prinsip keadaan atas pula keamanan politik hasil tanda program sebab
    akibat umum khusus bebas kebangsaan kehidupan mendapat diberi memberi terdapat mulai bentuk alam laut jalan
    gunung sungai kecil panjang tinggi kuat lama ramai cepat datang pergi tinggal makan minum berjalan bermula
    kawasan pulau raja perang hampir terus sendiri bersama dekat jauh luar dalamnya`,
  hr: `potreban potrebna potrebno potrebni nužno neispravan neispravna neispravno nevaljan nevaljana nevaljani valjan
    valjana lozinka lozinke zaporka zaporke korisnik korisnika korisničko korisnički poslužitelj poslužitelja
    računalo računala računalni tipkovnica tipkovnice miš miša zaslon zaslona mapa mape datoteka datoteke datoteku
    direktorij direktorija izbornik izbornika gumb gumba tipka postavke postavljanje postavi postavljen odabir
    odaberi odaberite odabrano ispis ispiši ispisuje poruka pogreška pogreške inačica inačice sučelje sučelja
    usluga usluge mreža mrežni poveznica izravno naziv naziva vrijednost vrijednosti primijeni promijeni
    promijeniti promjena promjene spremi spremiti spremljeno spremanje otvori otvoriti zatvori zatvoriti preuzmi
    preuzimanje preuzeti obavijest obavijesti upozorenje dopuštenje dopušteno podržano podržan podržana moguće
    nemoguće uspjelo uspješno neuspješno neuspjelo prikaži prikazuje prikaz prikazati stanje dijelova dijelovi
    prostor rijetko vjerojatno sjedište središte središnji sjever istok zapad cijeli cijelo cijela tijelo tijela
    smjer nadzor provjera provjeri provjerite sigurnosni sigurnosna program programa kolodvor ljekarna mrkva
    rajčica nogometaš glasovanje izbori sabor županija županije općina općine gradonačelnik ravnatelj zaposlenik
    poduzeće poduzeća tvornica tisak novinar redatelj glumac glazbenik povjesničar siječanj veljača ožujak travanj
    svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac ponedjeljak utorak srijeda srijedu četvrtak
    petak subota nedjelja nedjelju obrazac upit kopiranje brisanje izbriši ukloni uklanjanje dodaj dodavanje traži
    pretraži pretraga uredi uređivanje zadano zadana osim izvan ispod iznad umjesto ovisno ovisi čimbenik značajka
    značajke svojstvo svojstva podatak podaci podataka želite možete morate trebate koristite koristiti naredba
    naredbe naredbu ulaz izlaz znak znakova broj brojeva redak retka redaka stupac stupca tablica tablice slika
    slike boja veličina širina visina duljina nedostaje prazan prazno pronađen pronađena pronađeno postoji
    zanemaren zanemareno izvršavanje pokretanje pokrenuti pokreni prekinuti prekid dok ukoliko putem pomoću
    samostalno istodobno suvremeni uvjet uvjeti uporaba prosječno odjel odvjetnik tjedni tjedana djelatnik skladba
    pjesma pjevač promet prometna nesreća vatrogasci ozlijeđen ozlijeđena unutar ondje svugdje nigdje bijela
    bijelo lijep lijepa umrijeti živjeti voljeti željeti razumjeti sjediti letjeti zamijeniti pobjednik pobjeda
    natjecanje mjesec mjeseca ljekar čuvati čovjeka svjetski svjetskog europskog li greška pri popis tekst jedna
    tok`,
  bs: `potreban potrebna potrebno neispravan neispravna neispravno lozinka korisnik korisnika server računar računara
    tastatura ekran mapa datoteka datoteke fajl direktorij dugme postavke izaberi izaberite odabrano poruka greška
    greške verzija interfejs usluga mreža direktno naziv vrijednost vrijednosti primijeni promijeni promjena
    promjene sačuvaj sačuvati otvori zatvori preuzmi obavijest obavijesti upozorenje dozvola dozvoljeno podržano
    moguće nemoguće uspješno prikaži prikazuje stanje dijelovi prostor vjerovatno sjedište sjever istok zapad
    cijeli cijelo tijelo smjer provjera sigurnosni program željeznička aerodrom apoteka mrkva paradajz fudbaler
    glasanje izbori skupština kanton kantona kantonalni općina općine općinski federacija federacije entitet
    entiteta predsjedništvo gradonačelnik direktor preduzeće fabrika štampa novinar reditelj glumac muzičar
    historičar januar februar mart april maj juni juli august septembar oktobar novembar decembar ponedjeljak
    utorak srijeda srijedu četvrtak petak subota nedjelja sedmično obrazac upit brisanje izbriši ukloni dodaj
    traži uredi osim van ispod iznad umjesto zavisno zavisi faktor osobina osobine svojstvo podaci podataka želite
    možete morate trebate koristite komanda ulaz izlaz znak broj red kolona tabela tabele slika veličina širina
    visina dužina nedostaje prazno pronađen postoji dok ukoliko putem pomoću istovremeno savremeni uslov uslovi
    upotreba odjel advokat hefta sarajevo sarajevu sarajeva mostar tuzla zenica banja bošnjak bošnjaci bošnjački
    entitetski džamija bajram ramazan hidžre efendija sevdah ćevapi kahve kahvu polahko mahsuz hastal zahtjev
    zahtjevi saobraćaj saobraćajna nesreća vatrogasci povrijeđen povrijeđena svjetski svjetskog li pri tekst
    unutar znakova veze datoteku slike lista koristiti prikazati kolone reda opis uz unos tok neuspješno polje
    veza kraj`,
  'sr-Latn': `neophodan neophodna neophodno potreban potrebna potrebno neispravan neispravna neispravno ispravan ispravna
    lozinka lozinke korisnik korisnika korisnički server servera računar računara tastatura tastature miš ekran
    ekrana fascikla fascikle fasciklu datoteka datoteke datoteku direktorijum direktorijuma meni dugme dugmeta
    podešavanja podešavanje podesi izbor izaberite izaberi izabrano ispis poruka greška greške izdanje izdanja
    verzija sučelje usluga usluge mreža mrežni veza veze direktno naziv naziva vrednost vrednosti primeni primena
    promeni promena promene izmena izmene izmenjen izmeni sačuvaj sačuvati sačuvano otvori otvoriti zatvori
    zatvoriti preuzmi preuzimanje obaveštenje obaveštenja obaveštavanje upozorenje dozvola dozvole dozvoljeno
    podržano podržan podržana moguće nemoguće uspelo uspešno neuspešno uspeo prikaži prikazuje prikaz stanje
    delova delovi delu delom prostor retko verovatno sedište središte sever severni zapad celi celo cela celu telo
    tela smer nadzor provera proveri bezbednosni bezbednosna bezbednosti stanica aerodrom apoteka šargarepa
    paradajz fudbaler glasanje izbori skupština skupštine okrug opštine opštini gradonačelnik direktor zaposleni
    preduzeće preduzeća fabrika štampa novinar reditelj glumac muzičar istoričar januar februar mart april maj jun
    jul avgust septembar oktobar novembar decembar ponedeljak utorak sreda sredu četvrtak petak subota nedelju
    nedeljno obrazac upit umnožavanje brisanje obriši ukloni dodaj dodavanje traži pretraži pretraga uredi
    uređivanje podrazumevano podrazumevana podrazumevani osim van ispod iznad umesto zavisno zavisi faktor osobina
    osobine svojstvo podatak podaci podataka želite možete morate trebate koristite koristiti naredba naredbe
    naredbu ulaz izlaz znak znakova broj brojeva red reda kolona kolone tabela tabele slika slike veličina širina
    visina dužina nedostaje prazan prazno pronađen pronađena nađoh postoji zanemareno zanemarujem izvršavanje
    pokretanje pokrenuti pokreni prekinuti prekid dok ukoliko putem pomoću istovremeno savremeni uslov uslovi
    upotreba prosečno odeljenje advokat sedmica pesma pesme pevač saobraćaj saobraćajna nesreća vatrogasci
    povređen povređena unutar svuda nigde negde belo lep lepa umreti živeti voleti želeti hteti razumeti sedeti
    leteti zameniti pobednik pobeda takmičenje meseca čoveka svetski svetskog sledeći sledeća sledeće sledećih
    poslednji poslednja poslednje pre posle devojka devojke dečak devojčica celokupan savet savetnik sudija zahtev
    zahteva zahtevi primetiti uticaj saradnja saradnje predsednika vremena vremenu mleka hleba snega dveju dvema
    mesta mestu mestima ovdašnji uveren učesnik sprovesti obavestiti obezbediti uspeti dospeti kasnije umeti smeti
    tekst programa pri kome program tok unos nema`,
  sl: `uporabnik uporabnika geslo gesla gesel datoteka datoteke datoteko mapa mape zaslon zaslona nastavitve nastavitev
    nastavi nastavljen izberi izberite izbran shrani shraniti shranjeno zapri zapreti odpri odpreti išči iskanje
    sporočilo napaka napake napako omrežje omrežja dovoljenje dovoljeno zahtevana zahtevano zahteva potrebno potrebna
    neveljaven neveljavna neveljavno veljaven veljavna izbriši izbrisati dodaj dodati odstrani odstraniti spremeni
    spremeniti sprememba spremembe ustvari ustvariti končaj pomoči vrednost vrednosti niz ukaz ukaza ukazi prikaži
    prikaz prikazati mogoče mogoč mogoča paket paketa paketov različica različice strežnik strežnika povezava povezave
    vmesnik predmet predmeta lastnost lastnosti uporabi uporaba uporablja uporabljen uporabite naslov vrstica vrstice
    tabele razpredelnice opis polje gumb gumba okno okna vnos znak znaki število številke velikost širina višina dolžina
    prazen prazno najden najdena obstaja prezrto zagon zaženi prekinitev januar februar marec april maj junij julij
    avgust september oktober november december ponedeljek torek sreda četrtek petek sobota nedelja teden tedna mesec
    podjetje podjetja zakon volitve vlade stranka minister predsednik policija zdravnik bolnišnica letališče vlak avto
    cesta nogomet tekma igralec zmaga zgodovina jezik znanstveniki raziskava raziskave univerza vojna vojne stoletje
    prebivalci gospodarstvo trg denar cena kruh meso vino voda reka morje gora otok žival rastlina drevo sonce nebo
    barva rdeč bel črn zelen moder srce roka glava oče mati brat sestra sin hči cerkev kralj ljubezen smrt namreč
    dolžan skupaj namesto znotraj zunaj razen glede kljub začetek konec sredi povsod`,
  nb: `brukeren passord passordet filen filene innstillinger velg valgt valg lagre lagret lukk åpne åpner søk melding
    meldingen feil nettverk nettverket skjerm skjermen mappe mappen katalog katalogen tillatelse tillatt kreves
    krever påkrevd mislyktes ugyldig gyldig skriv slett slette slettet legg fjern fjerne endre endret endring
    endringer opprett opprette opprettet avslutt hjelp verdi verdien verdier angi angitt linje linjen linjer
    tittel tittelen navn navnet størrelse bredde høyde lengde tom tomt funnet finnes ikke hva hvem hvilken hvilke
    hvilket noen noe nå også etter mye seg deg meg av vi etterpå dersom hverken eneste språk språket uke uken
    torsdag lørdag søndag mandag tirsdag onsdag fredag januar februar mars juni juli desember oktober august
    selskapet regjeringen politiet sykehus sykehuset lege fly flyplass tog bil vei gate skole barnet barna vann
    vannet øl brød melk kjøtt fisk rød gul hvit grønn svart øye hode hjerte bror søster mor far sønn datter
    kjærlighet forskere undersøkelse økonomi utvikling spill kamp kampen lag laget seier tape vinne verden verdens
    krig krigen ulike mindre hvis godt ca én dagen beste alt la lett kun brukt ett like lese general per dens
    fransk tro engelsk grad elva faktisk`,
  nn: `brukaren passordet filene innstillingar vald valt val lagra lukk opna opnar søk meldinga feil nettverket
    skjermen mappa katalogen løyve tillate tillaten krevst krev kravd mislukkast ugyldig gyldig skriv slett sletta
    legg fjern fjerna endra endring endringar opprett oppretta avslutt verdi verdien verdiar linje linja linjer
    tittel tittelen namn namnet storleik breidd høgd lengd tom tomt funne finst ikkje kva kven kva kvar noko nokon
    no òg etter mykje seg deg meg av etterpå dersom einaste språk språket veke veka torsdag laurdag søndag måndag
    tysdag onsdag fredag januar februar mars juni juli desember oktober august selskapet regjeringa politiet
    sjukehus sjukehuset lege fly flyplass tog bil veg vegen gate skule barnet borna vatn vatnet øl brød mjølk kjøt
    fisk raud gul kvit grøn svart auge hovud hjarte bror syster mor far son dotter kjærleik forskarar undersøking
    økonomi utvikling spel kamp kampen lag laget siger tape vinne verda verdas krig krigen dykk dokker hugs hugse
    byrja byrjar leggje liggje gløyme sjølve eigen eigne nytta nyttar brukt brukar tilgjengeleg tilgjengelege
    mogleg moglege umogleg vanleg vanlege truleg særleg endeleg offentleg dagleg faktisk rolla lista pakken pakkar
    pakkane bilete biletet sida fila vindauge vindauget kontakt utløpt berre saman difor fordi kvifor korleis
    einskild einskilde heiter bur arbeider arbeidet kjenner seier sagt komne gått fått vorte tekne skrive lese
    lesing skriving opning visning sending henting lasting ei fil tekst post format`,
  da: `brugeren brugere brugernavn adgangskode adgangskoden filen filer filerne filnavn indstillinger indstilling
    vælg valgt valg gem gemt gemme luk lukke åbn åbne åbner søg søge besked beskeden fejl netværk netværket skærm
    skærmen mappe mappen katalog tilladelse tilladt kræves kræver påkrævet mislykkedes ugyldig ugyldigt gyldig
    skriv slet slette slettet tilføj tilføje fjern fjerne ændr ændre ændret ændring ændringer opret oprette
    oprettet afslut hjælp værdi værdien værdier angiv angivet linje linjen linjer titel titlen navnet størrelse
    bredde højde længde tom tomt fundet findes hvad hvem hvilken hvilke hvilket nogen noget nogle nu også efter
    meget sig dig mig af efterfølgende såfremt eneste sproget ugen torsdag lørdag søndag mandag tirsdag onsdag
    fredag selskabet regeringen sygehus sygehuset fly tog bil gade barnet børnene vandet øl mælk kød fisk gul øje
    hoved hjerte søster undersøgelse økonomi spil hold sejr vinde verdens verden tekst teksten vindue vinduet
    vises viser bruges brug anvendt anvendes midlertidig midlertidigt understøttet understøttes indeholder
    mellemrum skal slutte pakke pakken pakker ingen tast taster tasten tastatur engelsk svensk norsk tysk fransk
    spansk bogstaver bogstav farve farven knap knappen billede billedet side siden tidligere dens ned større via
    folk par svært nem én bare al alt faktisk ens celle internationale general`,
  mk: `грешка датотека датотеката датотеки папка папката корисник корисникот лозинка лозинката мрежа мрежата порака
    отвори затвори зачувај зачувано избриши додади додај отстрани промени промена поставки поставка поставено
    избери избор опис табела табелата ред редот колона колоната вредност вредноста наслов насловот пристапен
    објект копче копчето прозорец прозорецот мени слика сликата слики текст текстот страница страницата врска
    преземи сервер можам креирам отворам невалиден невалидна невалидни валиден димензии широчина висина големина
    големината својство својството листа листата програма програмата лента позадина екран автори верзија верзијата
    потребен потребна потребно корисничко име поддржан поддржано дозволено празен празно прикажи прикажува
    користете користење внесете најде најдено креирање бришење сака сакате треба можете најмалку нешто ништо секој
    ова оваа овој ќе би бидат ѝ ѓ ќ љ њ џ ѕ број тип простор страна`,
  bg: `грешка файл файла файлове файловете папка папката потребител потребителя парола паролата мрежа мрежата
    съобщение отвори отваряне затвори затваряне запази запазване изтрий изтриване добави добавяне премахни
    премахване промени промяна настройки настройка избери избор описание таблица таблицата ред реда колона
    колоната стойност стойността заглавие заглавието обект обекта бутон бутона прозорец прозореца меню изображение
    изображението текст текста страница страницата връзка връзката изтегли сървър неуспешно неуспешен невалиден
    невалидна невалидно валиден валидно размер размера ширина височина дължина списък списъка програма програмата
    версия версията изисква необходимо необходима може можете трябва неизвестен неизвестна команда командата
    поддържа разрешено празен празно покажи показване използвайте използване въведете намерен намерена създаване
    опит деление нула място памет паметта милиона места би директно вас пак изображения него значение листа цели
    север дом`,
  oc: `logicial logicials fichièr fichièrs utilizaire senhal repertòri repertòris paquet paquets ret messatge dobrir
    tampar enregistrar suprimir apondre levar modificar modificat paramètres causir causit descripcion taula
    tablèu linha linhas colomna valor valors títol objècte boton fenèstra menú imatge imatges tèxte pagina ligam
    telecargar servidor invalid invalida talha largor nautor longor lista programa version requerit requerida
    necessari possible impossible desconegut comanda pres presa carga void voida afichar aficha utilizar
    utilizacion trobat creacion cal vos podètz volètz devètz sètz avètz vòstre mesa jorn fòra dins sens aprèp uèi
    gropes gents còde arquitectura renviat format memòria atribuir error errors indicar nom noms nòu vièlh accedir
    contraròtle còpia copiar dempuèi pendent segon amb aquesta aquel tota aqueles aquestes foguèron seràn serà
    seriá poiriá caldrà an avián aver agut nombre entrada forma fin`,
  ast: `ficheru ficheros usuariu usuarios contraseña direutoriu direutorios paquete paquetes rede mensaxe mensaxes
    abrir zarrar zarró guardar desaniciar amestar amestaos camudar camudáu axustes escoyer escoyíu descripción
    tabla llinia llinies columna valor valores títulu oxetu botón ventana menú imaxe imáxenes testu páxina enllaz
    descargar sirvidor inválidu inválida tamañu anchor altor llargor llista programa versión riquíu necesariu
    posible imposible desconocíu desconocida orde cargar baleru balera amosar amuesa usar usu atopáu atopóse
    creación falló nun nunca pue puede puede abrise lleer escribir lleíu falta fallu fallos control temporal
    númberu númberos pertenez ésta dientro fondu botones alternativu nome color rellaciones siguiente siguíos
    aidar conexón pudo obtener zócalu tar tán ye son yera seya sía col cola col de la del dixo asina tamién namái
    entá inda darréu llueu llugar xeitu entrada barra facer actual memoria válida`,
  gl: `ficheiro ficheiros usuario usuarios contrasinal directorio directorios paquete paquetes rede mensaxe mensaxes
    abrir pechar gardar gardado eliminar engadir cambiar cambio axustes escoller descrición táboa liña liñas
    columna valor valores título obxecto botón xanela menú imaxe imaxes texto páxina ligazón descargar servidor
    incorrecto incorrecta válido válida tamaño largura altura lonxitude lista programa versión requírese necesario
    posible imposible descoñecido descoñecida orde cargar baleiro baleira amosar mostrar ocultar usar uso atopouse
    creación fallou produciuse erro erros non pode puido podería debe deben ler escribir falta memoria nome nomes
    icona fondo indica tecla teclas barra modo relativo opcional destino módulo método entrada actual documento
    tema principal recente recentes caché danado parámetro parámetros carácter caracteres permitido soportado
    existe existen aplicación aplicacións opción opcións sesión autenticación escritorio computador instalación
    actualización configuración seguinte anterior están menos contra momento nin coma cun fin segunda sur sendo
    preto gran caso volta vida si haber seis estaba similar xunto estas pasar algo ir arquitectura control través
    horas apenas inglés francés`,
  eo: `dosiero dosieroj dosieron uzanto uzantoj pasvorto pasvorton dosierujo dosierujoj pakaĵo pakaĵoj pakaĵon reto mesaĝo
    malfermi fermi konservi forigi aldoni ŝanĝi ŝanĝo agordo agordoj agordi elekti elektita priskribo tabelo linio vico
    kolumno valoro valoroj titolo objekto butono fenestro menuo bildo bildoj teksto paĝo ligilo elŝuti servilo nevalida
    valida grando larĝo alto longo listo programo versio postulas necesa ebla neebla nekonata komando ŝargi malplena
    montri kaŝi uzi uzo trovita kreado malsukcesis eraro eraroj ne povas povis devas legi skribi mankas memoro nomo
    nomoj klavo klavoj rajtas permesita ekzistas aplikaĵo opcio opcioj elemento atributo prefikso implicite permane
    servo arabaj ciferoj nivelo cirila latina franca germana angla hispana itala rusa pola ĉina japana portugala`,
  ru: `файл файла файлы файлов ошибка ошибки ошибку неверный неверная неверное неправильный неправильном недопустимый
    недопустимое пользователь пользователя пароль пароля каталог каталога каталоге папка сеть сети сообщение
    открыть закрыть сохранить удалить добавить изменить изменение настройки настройка выбор выбрать выберите
    описание таблица таблицы строка строки строку столбец значение значения заголовок объект кнопка окно окна меню
    изображение изображения текст текста страница страницы ссылка загрузить сервер размер ширина высота длина
    список программа программы версия версии требуется необходимо необходимо указать невозможно возможно
    неизвестный неизвестная команда команды памяти память пустой показать использовать использование найден
    найдена создание удалось поле символ символа тип типа библиотека библиотеки функция функции метод поддержки
    указан указано отсутствует завершающий блоке ввода информации места можете благодаря тело друга ни`,
  uk: `файл файла файлу файли файлів помилка помилки помилку некоректний некоректна неправильний неправильна
    недійсний користувач користувача пароль пароля каталог каталогу тека теки мережа мережі повідомлення відкрити
    закрити зберегти вилучити видалити додати змінити зміна зміни налаштування параметри вибір вибрати виберіть
    опис таблиця таблиці рядок рядка рядку стовпчик значення заголовок об'єкт кнопка вікно вікна меню зображення
    текст тексту сторінка сторінки посилання завантажити сервер розмір ширина висота довжина список програма
    програми версія версії потрібно необхідно потрібен слід неможливо можливо невідомий невідома команда команди
    пам'яті пам'ять порожній показати використовувати використання знайдено створення вдалося поле символ символу
    тип типу бібліотека бібліотеки функція функції метод підтримки вказано відсутній тим менш них результат друге
    само проблеми можете`,
  cs: `soubor souboru soubory uživatel uživatele heslo hesla adresář adresáře složka síť zpráva otevřít zavřít uložit
    odstranit přidat změnit změna nastavení vybrat výběr popis tabulka tabulky řádek řádku sloupec hodnota hodnoty
    nadpis objekt tlačítko tlačítka okno okna nabídka obrázek obrázku text stránka stránky odkaz stáhnout velikost
    šířka výška délka seznam program verze vyžaduje vyžadováno nutné nelze možné neznámý neznámá příkaz příkazu
    paměť paměti prázdný zobrazit použít použití nalezen nalezeno vytvoření chyba chyby neplatný neplatná neplatné
    pokud smažete položka položku bude ztracena trvale styl rámu okolo písmo klávesa klávesy který kterou ani ke
    tom jeden bez ji energie ty sever most`,
  sk: `súbor súboru súbory používateľ používateľa heslo hesla adresár adresára priečinok sieť správa otvoriť zatvoriť
    uložiť odstrániť pridať zmeniť zmena nastavenie nastavenia vybrať výber popis tabuľka tabuľky riadok riadku stĺpec
    hodnota hodnoty nadpis objekt tlačidlo tlačidla okno okna ponuka obrázok obrázka text stránka stránky odkaz stiahnuť
    veľkosť šírka výška dĺžka zoznam program verzia verzie vyžaduje vyžadované potrebné nemožno možné neznámy neznáma
    príkaz príkazu pamäť pamäte prázdny zobraziť použiť použitie nájdený nájdené vytvorenie chyba chyby neplatný
    neplatná neplatné ak ktorý ktorú kláves klávesy písmo položka položku štýl rámu okolo`,
  es: `general veces existen existe casi estar sur cuatro control tarde poder buena modo segunda preciso fecha dar
    ello tamaño mano destino obtener programa red grande segundo debido texto buen pie pasar fin`,
  pt: `menos deve volta havia sul for algo momento caso rede ar dar usar programa poder vem preso anterior pois voz
    tanto científicos uso texto levar ir`,
  ca: `se ho ni qual control poder cos trobar imatges dit imatge cosa general gaire petit segon programa dins ne ben
    sí nació títol text serà arquitectura neu`,
  fr: `eu nombre tant air fin vol ci part locale devant dessus existe mot soi durant but arts sens organisation
    importante principale`,
  it: `su uno caso modo momento quasi gran forma poco persona uso sta far aver sé fa presa fine mano vi`,
  ro: `ar mod fel vedere importante li alta general ia jos aer ora circa apa control format sus`,
  en: `car possible system air information animals far public ice end control international important due problem
    word fire land led set route similar non text`,
  de: `dies alles lange vier denken lokale dar fest beste kennen internationale je`,
  nl: `eerder wanneer af meeste nadat ter lang minder men plek per ten voordat net pas hele kun beste gebruik brug me
    wegen min tekst best hiervan`,
  af: `styl objek bo af lys pas`,
  sv: `ha mindre via ur omkring ned program tio viktig allt per dagen språket nog`,
  is: `saman utan kann sama flest sett sú mynd veg samt best fari bera sig`,
  pl: `musi tu ani most temu zna`,
  tr: `saat kişi ay dahil ek resmi verdi hemen tam haber bin`,
  cy: `er tua ag nad car dal hun mis tu hi yno system holl nos au post tro lai tan`,
  be: `файл меню або`,
  an: `si texto valor menú botón elemento`,
} as const;
