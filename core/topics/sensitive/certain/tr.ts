/** Certain expressions, separated by commas. */
export const tr: string =
  "intiar et*, canıma kıy*, canına kıy*, hayatıma son ver*, hayatına son ver*, yaşamına son ver*, öz kıyım*, " +
  "yaşama isteğim (yok|kalmadı), yaşamak için (sebebim|nedenim) (yok|kalmadı), ölsem de kurtulsam, keşke ölsem, " +
  "keşke hiç doğmasaydım, (balkondan|köprüden|pencereden|çatıdan|camdan) kendini attı, anoreksi*, anorektik, " +
  "ötanazi*, tecavüz*, seks köle*, sarkıntılık*, teşhircilik, teşhirci adam, ensest*, zorla ilişkiye, " +
  "rızam olmadan, rızası olmadan (dokun*|ilişki*|cinsel*|öp*), rıza dışı, içkime (ilaç|hap) (kat*|at*|koy*), " +
  "fiziksel şiddet*, şiddet gören (kadın*|çocuk*), kadın cinayet*, " +
  "kocam (beni dövüyor|dövüyor|beni dövdü|şiddet uyguluyor|beni boğ*), " +
  "eşim (beni dövüyor|beni dövdü|şiddet uyguluyor|beni darp*), " +
  "(sevgilim|erkek arkadaşım|nişanlım) (beni dövüyor|beni dövdü|bana vurdu|beni darp*), " +
  "karısını (dövdü|öldürdü|bıçakladı|darp*|boğ*|vurdu), eşini (öldürdü|bıçakladı|dövdü|darp*|boğarak), " +
  "uzaklaştırma karar*, kades uygulama*, çıplak (fotoğraflarımı|görüntülerimi|fotoğraflarım|videomu|fotolarımı), " +
  "mahrem görüntü*, müstehcen görüntü*, intikam porno*, kadın sünneti, taziye*, " +
  "rahmetli (annem*|babam*|dede*|eşim*|anneanne*|babaanne*|amcam*|dayım*|ninem*|abim*|kardeş*|kocam*|arkadaş*|nenem*), " +
  "rahmetli oldu, merhum (babam*|annem*|dedem*|eşi*|başkan*), merhume, ruhuna fatiha, ruhu şad olsun, " +
  "toprağı bol olsun, son yolculuğuna uğurla*, ebediyete intikal, hakkın rahmetine, aramızdan ayrıldı, " +
  "(annemi|babamı|dedemi|ninemi|anneannemi|babaannemi|kardeşimi|abimi|ablamı|eşimi|kocamı|karımı|oğlumu|kızımı|bebeğimi|bebeğimizi|amcamı|dayımı|teyzemi|halamı|arkadaşımı) kaybettim, " +
  "(annemi|babamı|dedemi|ninemi|anneannemi|babaannemi|kardeşimi|abimi|ablamı|oğlumuzu|kızımızı|bebeğimizi|annemizi|babamızı|arkadaşımızı|köpeğimizi|kedimizi) kaybettik, " +
  "(annesini|babasını|eşini|oğlunu|kızını|kardeşini|dedesini|çocuğunu|bebeğini|evladını) (kaybetti|kaybeden|kaybetmiş|kaybetmek), " +
  "(annemin|babamın|eşimin|dedemin|kardeşimin|oğlumun|kızımın|köpeğimin|kedimin|anneannemin|bebeğimin) (ölümü*|vefat*|kaybı|öldüğünü), " +
  "evlat acısı*, ölü doğum*, yas sürec*, matem tut*, ölüm döşeğin*, kefenlen*, defnedil*, defnettik, " +
  "mezarı başında, metastaz*, palyatif*, kanserden (öldü|vefat|kaybet*|hayat*|kaybed*), " +
  "tedavisi mümkün olmayan (hastalık|kanser), kalp masajı*, heimlich manevra*, beyin kanaması*, beyin ölümü*, " +
  "beyin travma*, nefes almakta zorlanıyor*, acil servise (kaldır*|götür*|git*), hastaneye kaldırıl*, entübe, " +
  "bitkisel hayat*, doz aşımı*, " +
  "(bütün|tüm|bir kutu|kutuyla) (hapı|hapları|ilacı|ilaçları|hap|ilaç) (içtim|içti|içmiş|yuttu|yutmuş), " +
  "apandisit*, menenjit*, iç kanama*, beyin sarsıntısı*, kafa travması*, açık kırık, bıçaklı saldırı*, " +
  "kurşun yarası, elektrik çarp*, sepsis*, dış gebelik*, preeklampsi*, trafik kazasında, trafik kazası geçir*, " +
  "uyuşturucu*, esrar (iç*|kullan*|sat*|bağımlı*|ele geç*|çek*|tohum*|testi*), esrarkeş*, metamfetamin*, " +
  "amfetamin*, kristal met, ekstazi*, captagon*, marihuana*, bonzai (iç*|kullan*|kriz*|bağımlı*|sat*|komas*), " +
  "sentetik kannabinoid*, halüsinojen*, sihirli mantar*, amatem*, alkolizm*, " +
  "alkolik (koca*|baba*|eş*|anne*|bir baba*), adsız alkolik*, torbacı*, narkotik polis*, ateşli silah*, " +
  "boru bombası*, canlı bomba*, terörle mücadele, terörizm*, soykırım*, katliam*, etnik temizlik*, " +
  "savaştan kaç*, toplu mezar*, silahlı saldırı*, ateşkes*, mülteci*, sığınmacı*, şehidimiz*, deprem*, " +
  "artçı sarsıntı*, heyelan*, orman yangın*, yangında (öldü|can*|hayat*|ölen*), kasırga felaket*, can kaybı*, " +
  "sübyancı*, çocuk porno*, kayıp çocuk*, kaybolan çocuk*, kaçırılan çocuk*, evden kaçan (kız*|çocuk*), " +
  "kızımı kaçır*, üvey babam (beni|bana|dövüyor|taciz*|dokun*), " +
  "babam (beni dövüyor|beni dövdü|dövüyor|annemi dövüyor), annem (beni dövüyor|beni dövdü), " +
  "reşit olmayan (kız*|çocuk*), akran zorbalığı*, okulda dövül*, çocuk esirgeme*, velayetten kaldır*, " +
  "yenidoğan çete*, intihar*, (kendimi|kendini) (öldürmek|öldüreceğim|öldürürüm|öldürsem|öldürdü|öldürüyor), " +
  "(kendimi|kendini) (asmak|asacağım|asarak|astı|asmış|asmaya), kendini vurarak, kendini yakarak, " +
  "(bileklerimi|bileklerini|bileğimi|bileğini) kes*, (kolumu|kollarımı|kendimi|kolunu|kollarını|kendini) jilet*, " +
  "(kendime|kendine|kendisine) (zarar ver*|fiziksel zarar), ölmek istiyor*, ölmek istiyo, " +
  "ölmeyi (düşünüyorum|istiyorum|düşünüyor), artık yaşamak istemiyorum, yaşamak istemiyorum artık, " +
  "acısız (ölüm|ölmek|nasıl ölünür|ölme), " +
  "(balkondan|köprüden|pencereden|çatıdan) atlayarak (intihar|hayat*|can*), " +
  "yeme (bozukluğu*|bozuklukları|bozukluğum*), (yediklerimi|yedikten sonra|yemekten sonra) kusuyorum, " +
  "(kendimi kusturuyorum|kendini kusturuyor|kendimi kusturmak), taciz*, " +
  "cinsel (saldırı*|istismar*|şiddet*|sömürü*|suç*), (fuhşa|fuhuşa) (zorla*|sürükle*), zorla fuhuş*, " +
  "(insan|kadın) ticareti*, (ırza|ırzına) geç*, kadına (şiddet*|yönelik şiddet*|karşı şiddet*), " +
  "(aile içi|ev içi|eş) şiddet*, flört şiddeti, şiddet (görüyorum|mağduru*|uyguluyor|gördüm|görüyor), " +
  "darp (edil*|etti*|raporu*|edip), darbedil*, (kadın sığınma ev*|sığınma evi*), vefat*, cenaze*, " +
  "(başsağlığı*|baş sağlığı*), (başın|başınız|başımız) (sağ olsun|sağolsun), rahmet (eylesin|etsin), " +
  "(mekanı|mekanın|mekanları) cennet, (hayatını|hayatlarını|yaşamını|yaşamlarını) (kaybet*|kaybed*|yitir*), " +
  "hayata (gözlerini yum*|veda et*), (anne|baba|evlat|bebek|gebelik) kaybı, " +
  "(kedimi|köpeğimi|köpeğimizi|kedimizi) (uyutmak zorunda*|uyuttuk|uyuttum|uyutacağız), " +
  "düşük (yaptım|yaptıktan|yapan|yapmak), yas (tutmak|sürecinde|süreci nasıl), " +
  "ölüm (ilanı*|yıldönümü*|yıl dönümü*|belgesi|haberi*|aylığı*), (son|dördüncü|4) evre .. kanser*, " +
  "kanser* .. (son evre|dördüncü evre|4 evre), terminal (dönem|evre) (kanser*|hasta*), " +
  "kalp krizi (geçir*|belirti*|mi|sonucu), kalp krizinden, (kalp durması|kalbi durdu|kalbi durmuş), " +
  "suni (teneffüs*|solunum*), (felç|inme) geçir*, inme belirti*, bilinci (kapalı*|yerinde değil), " +
  "bilincini (kaybet*|kaybed*|yitir*), bilinç kaybı*, nefes (almıyor*|alamıyor*|almıyo|alamıyo), " +
  "ambulans* (çağır*|ara|aradık|aradım|arayın|gelene), (112 yi|112yi) ara*, acile (kaldır*|götür*), " +
  "yoğun (bakımda|bakıma|bakım ünite*|bakım servis*), komaya gir*, komadan çık*, (anafilaktik|alerjik) şok*, " +
  "anafilaksi*, (karbonmonoksit|gıda|besin|mantar|ilaç|alkol|sobadan) zehirlen*, " +
  "(zehirlendim|zehirlendi|zehirlendik|zehirlenen|zehirlenerek), " +
  "aşırı (dozda*|dozdan|doz ilaç|doz uyuşturucu|doz hap), (çamaşır suyu|tuz ruhu|deterjan) (içti|içmiş|içtim), " +
  "(pil|mıknatıs|düğme pil) (yuttu|yutmuş|yutan), (epilepsi|sara) nöbet*, nöbet (geçiriyor|geçirdi|geçirme*), " +
  "havale (geçiriyor|geçirdi|geçiren|geçirme*), ateşli havale*, kan (kusuyor|kusma|kustu), " +
  "(durmayan kanama*|kanama durmuyor), (bıçaklandı*|bıçaklanan|bıçaklanarak), elektrik akımına kapıl*, " +
  "(akrep|yılan) (soktu|ısırdı|ısırması*|ısırığı*|sokması*), boğazına (kaçtı|takıldı|kaçarsa), " +
  "(suda boğul*|boğulma tehlikesi), boğularak (can|hayat*|öldü), (ölümlü|feci|zincirleme|ölümlü trafik) kaza*, " +
  "(eroin|eroini|eroinin|eroinden|eroinman*), kokain*, metadon*, (madde|alkol|kumar|hap|bonzai) bağımlı*, " +
  "yoksunluk (kriz*|belirti*|sendrom*), tiner çeken, (kaleşnikof*|kalaşnikof*), " +
  "ruhsatsız (silah*|tabanca*|tüfek*), silah (ruhsat*|taşıma ruhsat*), (kurusıkı|kuru sıkı) tabanca*, " +
  "(av tüfeği|av tüfeğiyle), el yapımı (patlayıcı*|bomba*), patlayıcı (madde*|düzenek*), " +
  "bomba (yapımı*|düzeneği*|ihbarı*), bombalı (saldırı*|araç*|eylem*), (kimyasal|nükleer) saldırı*, " +
  "kimyasal silah*, terör (saldırı*|örgüt*|eylem*), savaş (suç*|esir*|mağdur*), " +
  "(hava|füze|roketli|roket|iha|siha|drone) saldırı*, (bombalandı|bombalanan), " +
  "rehin (alındı|aldı|alınan|tutul*), şehit (düş*|oldu*|olan*|haberi*|asker*|cenaze*), enkaz altı*, " +
  "enkazdan çıkar*, tsunami (felaket*|uyarı*), sel (felaket*|baskın*), sele kapıl*, çığ altında, " +
  "maden (facia*|kazası*|göçük*), göçük altında, (uçak|tren|helikopter|otobüs) kazası*, " +
  "(uçağı düştü|uçak düştü|uçağın düşmesi|helikopter düştü), (ölü sayısı*|ölü ve yaralı*|yaralı sayısı*), " +
  "(okul|okula) saldırı*, çocuk (istismar*|gelin*|asker*|işçi*|tacir*|ihmali*), (çocuk|bebek) kaçırma, " +
  "(çocuğa|çocuklara|çocukların) (cinsel*|yönelik cinsel*|şiddet|istismar*), çocuğunu (dövdü|dövüyor|öldürdü), " +
  "bebeğini öldürdü, (çocuğum|oğlum|kızım|çocuk|yeğenim|torunum) (kayboldu|kaçırıldı|kaçırılmış), " +
  "siber (zorbalık*|zorbalığ*), okulda (zorbalık*|zorbalığa), (terk edilmiş|çöpe atılan) bebek*, " +
  "(kendimi kesiyorum|kendimi kesmek|kendimi keserek), (nur|nurlar|huzur) içinde yat*, nur içinde uyu*, " +
  "toprağa (verildi*|verilecek*), jilet (izi|izleri), özkıyım*, " +
  "uyanmanın (bir)? anlamı yok, uyanmak için (bir)? sebebim yok, olmasam kimse fark etmez, kimse fark eder miydi, ben (ölsem|olmasam|gitsem) kimse, evde bomba, bomba (yapımı|yapmak|yapılır|yapma|yapmayı), el yapımı bomba, okulumuzda silahlı, okulda silahlı, sınıf arkadaşımın çıplak, damardan aldım, yeniden eroine, tekrar eroine, yüzünün bir tarafı, ağzı kaydı, yüzü kaydı, kaç hap öldürür";
