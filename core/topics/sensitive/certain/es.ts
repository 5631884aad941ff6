/** Certain expressions, separated by commas. */
export const es: string =
  "autolesi*, autoagresion, autolitico*, (quitarme|quitarse|se quito|me quito|quitado) la vida, " +
  "(acabar|acabo|terminar|termino) con (mi vida|su vida|mi propia vida|su propia vida), " +
  "(quiero|pienso en|pensado en|ganas de|voy a|pensando en) matarme, " +
  "(quiero|queria|quisiera|deseo|ganas de|preferiria|necesito) (morir|morirme|morir ya), " +
  "(quisiera|preferiria|prefiero|gustaria|ojala) estar muert*, " +
  "ya no quiero (vivir mas|seguir viviendo|estar viva|estar vivo|existir), " +
  "no quiero (seguir viviendo|vivir mas|seguir con vida), no tengo ganas de vivir, sin ganas de vivir, " +
  "(cansada|cansado|harta|harto) de (existir|estar viva|estar vivo|esta vida), " +
  "no (vale|merece) la pena (seguir viviendo|vivir), no merezco (vivir|estar viva|estar vivo), " +
  "ojala no (despertar|hubiera nacido|haber nacido|despertara), " +
  "(cortarme|cortarse|me corto|se corta|me corte|se corto) (las venas|los brazos|las munecas|con cuchillas), " +
  "(me hago|hacerme|me hice) cortes, cortes en (los brazos|las munecas|sus brazos|mis brazos), " +
  "(hacerme|me hago|hacerse|se hace) dano a (mi misma|mi mismo|si misma|si mismo|proposito), " +
  "(ahorcarme|ahorcarse|se ahorco|ahorcandose), (colgarme|colgarse) de (una|un) (soga|viga|arbol), " +
  "(tirarme|tirarse|lanzarme|lanzarse|arrojarme|arrojarse|se tiro|se lanzo|se arrojo) (de|del|desde|a) (un|una|el|la|las) (puente|azotea|vias|balcon|tren|edificio|piso|metro), " +
  "(pegarme|pegarse|meterme|me pego) un tiro, (tomarme|tragarme|tomado) todas las pastillas, " +
  "(bote|frasco|caja) de pastillas para (morir|dormir para siempre), (ideas|pensamientos) de muerte, " +
  "trastorno* (alimentari*|alimentici*|de la conducta alimentaria|de conducta alimentaria), " +
  "(provocarme|provocarse|provoco|provoca) el vomito, " +
  "(vomito|vomita|vomitar) (despues de comer|todo lo que como|todo lo que come), thinspo, " +
  "atracones y (vomitos|purgas), telefono de la esperanza, (telefono|linea|llamar al) 024, violador*, " +
  "(me|la|lo|nos|las) (violo|violaron|violaba|violaban), " +
  "(fui|fue|fueron|siendo|sido|haber sido) (violada|violado|violadas|violados), " +
  "(violada|violadas|violado) por (su|un|varios|el|mi|cinco|tres|sus), " +
  "violacion (grupal|en grupo|multiple|sexual|anal|conyugal|correctiva|de menores|de una menor|de una mujer|a una), " +
  "(victima*|intento|denuncia*|acusad*|delito|kit|cultura) (de|por|de la) (violacion|violaciones), estupro, " +
  "agresion* sexual*, agresor* sexual*, (agredida|agredido|agredio) sexualmente, abus* sexual*, " +
  "(abuso|abusaba|abusaron|abusado) (sexualmente|de mi (hija|hermana|sobrina|hijo)), " +
  "abuso (de menores|infantil|a menores), acoso (sexual|escolar|callejero|laboral|digital), acosador*, " +
  "acosada sexualmente, (me|la) manose*, manosearon, tocamientos, " +
  "violencia (de genero|domestica|machista|intrafamiliar|familiar|vicaria|sexual|contra la mujer|contra las mujeres|obstetrica|en el noviazgo), " +
  "maltratador*, mujer* maltratada*, malos tratos, " +
  "(mi|su) (marido|esposo|novio|pareja|ex|expareja|papa|padre|padrastro|mama|madre) (me|la|le|nos) (pega|pego|golpea|golpeo|maltrata|maltrato|viola|violo|amenaza de muerte|estrangulo|agrede|agredio), " +
  "(me|la) golpeaba, orden de alejamiento, feminicid*, sumision quimica, burundanga, sextorsion, pornovenganza, " +
  "stealthing, proxenet*, trata de (personas|blancas|mujeres|ninas|menores|seres humanos), " +
  "(esclavitud|esclava|esclavas) sexual*, explotacion sexual, mutilacion genital, matrimonio* forzad*, incest*, " +
  "metoo, pastilla en la bebida, fallec*, defuncion, condolencia*, pesame, " +
  "(descanse en paz|descansa en paz|en paz descanse), " +
  "(mi|mis|nuestro|nuestra|su) (papa|mama|padre|madre|abuelo|abuela|abuelito|abuelita|hijo|hija|hermano|hermana|esposo|esposa|marido|mujer|tio|tia|primo|prima|suegro|suegra|amigo|amiga|mejor amigo|mejor amiga|bebe|perro|perra|perrito|perrita|gato|gata|gatito|gatita|mascota|novio|novia|conejo) (murio|ha muerto|se murio|se me murio|se esta muriendo|esta muriendo|acaba de morir|se muere|fue asesinado|fue asesinada), " +
  "(murio|se murio|muere|muerte de|perdida de|partida de) (mi|nuestro|nuestra) (papa|mama|padre|madre|abuelo|abuela|abuelito|abuelita|hijo|hija|hermano|hermana|esposo|esposa|marido|mujer|tio|tia|primo|prima|suegro|suegra|amigo|amiga|mejor amigo|bebe|perro|perra|perrito|perrita|gato|gata|gatito|gatita|mascota|novio|novia), " +
  "(perdi|perdimos|perder|perdio) a (mi|mis|nuestro|nuestra|su) (papa|mama|padre|madre|padres|abuelo|abuela|hijo|hija|hermano|hermana|esposo|esposa|marido|mujer|bebe|perrito|perrita|gatito|novio|novia), " +
  "(mataron|asesinaron) a mi (hijo|hija|papa|padre|madre|mama|hermano|hermana|esposo|primo|tio|amigo), " +
  "perdida de un (ser querido|hijo|bebe|familiar), funerales, " +
  "(funerarias|una funeraria|la funeraria|servicios funerarios|servicio funerario), tanatori*, velatorio*, " +
  "velorio*, sepelio*, feretro*, (entierro|funeral) de (mi|su|nuestro), " +
  "(entierro|funeral) de (un|una) (amigo|amiga|familiar|ser querido|companero|companera|conocido), esquela*, " +
  "obituari*, necrologic*, (cremacion|crematorio|crematorios), " +
  "cenizas de (mi|su|un difunto|mama|papa|mi abuelo), (guardar|de|en|estar de|dias de) luto, " +
  "duelo (perinatal|gestacional|patologico|por la muerte|por la perdida|por mascota|anticipado), " +
  "(etapas|fases|proceso|elaborar) (del|de|el) duelo, enviud*, " +
  "(quede|quedo|quedarse) (viuda|viudo|huerfano|huerfana|huerfanos), pension de (viudedad|viudez|orfandad), " +
  "aborto* espontaneo*, (muerte|perdida) (perinatal|gestacional|fetal), " +
  "muerte subita (infantil|del lactante|cardiaca), (nacio|nacido|bebe) (muerto|sin vida), mortinato*, " +
  "cuidados paliativos, (enfermo|enferma|enfermos|fase|paciente|pacientes|cancer|enfermedad|etapa) terminal, " +
  "eutanasia*, (le quedan|me quedan|le dan|me dan|le dieron|le queda) .. (meses|semanas|dias) de vida, " +
  "cancer de (pancreas|pulmon|higado|colon|mama|estomago|ovario*|prostata|hueso*|cerebro|utero|cervix|garganta|esofago|pecho|rinon), " +
  "cancer (metastasico|avanzado|incurable|infantil), metastasis, leucemia*, " +
  "tumor* (cerebral*|maligno*|en el cerebro|inoperable*), " +
  "(sacrificar|dormir|eutanasiar) a mi (perro|perra|perrito|perrita|gato|gata|gatito|mascota), " +
  "(cruzo|cruzar|cruzado) el puente del arcoiris, (resultado|resultados|informe) de la autopsia, " +
  "(hallan|encuentran|encontraron|hallado|encontrado) .. (cadaver|sin vida|muerto|muerta), " +
  "(paro|parada) (cardiaco|cardiaca|cardiorrespiratori*|respiratori*), (ataque al corazon|ataque cardiaco), " +
  "infarto (agudo|de miocardio|al corazon|cerebral|fulminante|del miocardio), " +
  "(murio de|signos de|pre|tras un|tras sufrir un) infarto, " +
  "(sufrio|tuvo|tuve|le dio|me dio|dado|sintomas de|sufrir) (un infarto|infarto), " +
  "(un|sufrir un|sufrio un|sintomas de) ictus, ictus (isquemico|hemorragico|cerebral), derrame cerebral, " +
  "accidente cerebrovascular, aneurisma*, (un|de|sufrio|tuvo) acv, embolia (pulmonar|cerebral), " +
  "no (esta respirando|puede respirar|puedo respirar|podia respirar), (dejo|deja) de respirar, " +
  "(perdio|perdido|perdi|perder) (el conocimiento|la conciencia|la consciencia), " +
  "inconsciente en el (suelo|piso), (se|me) desmay*, (convulsiona*|convulsion|convulsiones), " +
  "ataque* (epileptico*|de epilepsia|convulsivo*), crisis (epileptica*|convulsiva*|hipertensiva*|asmatica*), " +
  "(choque|shock) (anafilactico|septico|hipovolemico), anafila*, reanimacion cardiopulmonar, " +
  "maniobra de heimlich, (se atraganto|me atragante|se esta atragantando), atragantamiento*, " +
  "(murio|muere|murieron|mueren|muerto) (ahogad*|electrocutad*|atropellad*|asfixiad*|calcinad*|apunalad*|intoxicad*|envenenad*), " +
  "ahogamiento*, electrocutad*, (fue|murio|muere|resulto) atropellad*, (me|lo|la) atropell*, " +
  "accidente* (mortal*|de trafico|de transito|vial*|fatal*|automovilistico*), grave accidente, " +
  "(herido|herida|heridos) (de gravedad|grave|graves|de bala), sobredosis, " +
  "intoxicacion (alimentaria|por|etilica|medicamentosa|alcoholica), envenenamiento (por|con), " +
  "(envenenaron|envenenado|envenenan) a mi (perro|gato|perra), " +
  "(bebio|trago|ingirio) .. (lejia|cloro|detergente|sosa|veneno|raticida|matarratas), " +
  "(coma etilico|coma inducido|estado vegetativo), " +
  "hemorragia (interna|cerebral|digestiva|postparto|vaginal|masiva|severa|uterina), " +
  "(vomita|vomitando|vomito|escupe|tose|orina|tosiendo|escupir) sangre, sangre en (las heces|la orina), " +
  "no (para|deja) de sangrar, (me|se esta) (desangrando|desangra|desangro), " +
  "(dolor|presion|opresion|punzadas) (en el|de) (pecho|brazo izquierdo), traumatismo (craneal|craneoencefalico), " +
  "fractura (expuesta|abierta|de craneo), quemadura* de (segundo|tercer) grado, apendicitis, peritonitis, " +
  "meningitis, (septicemia|sepsis), embarazo ectopico, desprendimiento de placenta, " +
  "mordedura de (serpiente|vibora|perro|murcielago), picadura de (alacran|escorpion|vibora), " +
  "(llamar|llama|llamen|llame) (a una|una|a la|la) ambulancia, muerte cerebral, cocain*, heroinoman*, " +
  "(adicto|adicta|adictos|adiccion|enganchad*|recaer en) a (la|las|los) (heroina|cocaina|drogas|opioides|metanfetamina|marihuana|pastillas|morfina|coca|alcohol), " +
  "(adicto|adicta|adiccion|enganchado|enganchada) al (alcohol|crack|cristal|fentanilo|tramadol), fentanil*, " +
  "fentanyl, metanfetamin*, anfetamin*, ketamina, marihuan*, mariguan*, cannabi*, " +
  "(fumar|gramos de|kilos de) hachis, (pastillas de|consumir|consumo de|tomar) (mdma|extasis), (basuco|bazuco), " +
  "farlopa, (fumar|fumarse|fumando|fumo|fume) (un porro|porros|crack|mota|piedra|base|hierba|yerba|cristal), " +
  "opioide*, opiaceo*, narcotraf*, narcomenud*, narcotic*, narcolancha*, estupefaciente*, psicotropicos, " +
  "drogas (duras|ilegales|sinteticas|recreativas|ilicitas), " +
  "(consumo|trafico|venta|dealer|adicto*|consumir|consume|dejar|vender|vende|uso|abuso) (de drogas|de droga|las drogas|drogas|droga|a las drogas), " +
  "(drogarse|drogarme|se droga|se drogaba|me drogaron|drogadic*|me drogo), toxicoman*, drogodepend*, " +
  "desintoxicacion (alcoholica|de drogas), sindrome de abstinencia, alcoholismo, alcoholicos anonimos, " +
  "(padre|madre|marido|esposo|papa|mama|soy|hijo|hermano|esposa) (alcoholico|alcoholica), psilocibina, " +
  "hongos alucinogenos, arma* de fuego, " +
  "(porte|portacion|trafico|tenencia) (de|ilegal de|ilicita de) (armas|arma), " +
  "armas (quimicas|de destruccion masiva|biologicas|ilegales|de guerra), kalashnikov, " +
  "(coche|coches|carro) bomba, artefacto* explosivo*, chaleco explosivo, amenaza de bomba, " +
  "bomba (casera|lapa|atomica|nuclear), coctel* molotov, gas (sarin|mostaza|lacrimogeno), (sicariato|sicarios), " +
  "tiroteo*, balacera*, balazos, " +
  "(murio|fue|fueron|resulto) (baleado|baleada|tiroteado|acribillado|acribillada|acribillados), acribilla*, " +
  "a (balazos|punaladas|machetazos|cuchilladas|navajazos), apunalamiento*, pedofil*, pederast*, infanticid*, " +
  "pornografia infantil, " +
  "(maltrato|explotacion|trata|prostitucion|mendicidad|desnutricion|abuso sexual) infantil, " +
  "matrimonio* infantil*, trabajo infantil, (ciberacoso|ciberbullying|bullying), corrupcion de menores, " +
  "alerta amber, " +
  "(nina|nino|menor|bebe|adolescente|ninos|ninas|menores|joven) (desaparecida|desaparecido|desaparecidos|desaparecidas|secuestrada|secuestrado|raptada|abandonada|abandonado|maltratado|maltratada|abusada|abusado|violada|asesinada|asesinado), " +
  "(desaparicion|secuestro|rapto|asesinato|abuso|violacion) de (una|un|la|el) (nina|nino|menor|bebe|adolescente), " +
  "nino* soldado*, menor* no acompanados, trafico de (menores|ninos|organos|bebes), " +
  "bebe (sacudido|zarandeado|abandonado), " +
  "(padrastro|abuelo|tio|padre|primo|cura) (me|la|le) (tocaba|toca|violaba|viola|abusaba|abusa), " +
  "(me|le|lo) (pegan|golpean|acosan) en (el|la) (colegio|escuela|cole|instituto|insti), grooming (de|a) menores, " +
  "(crimen|crimenes) (de guerra|de lesa humanidad|contra la humanidad), zona* de guerra, alto el fuego, " +
  "cese (al|del|el) fuego, (bombardeo*|bombardearon), " +
  "ataque* (aereo*|terrorista*|con drones|con misiles|suicida*|quimico*|nuclear*), " +
  "misiles (balisticos|de crucero), (atentados|atentado (terrorista|con|contra|en|suicida|de)), " +
  "(terrorismo|terrorista*), yihad*, estado islamico, limpieza etnica, (el|del) holocausto, " +
  "campo* de (concentracion|exterminio|refugiados), pogrom*, fosa* (comun|comunes|clandestina*), " +
  "(rehenes|toma de rehenes), masacre de (civiles|migrantes|campesinos|inocentes|estudiantes), " +
  "matanza (de civiles|de inocentes|escolar), minas antipersona*, " +
  "victimas (mortales|civiles|del terremoto|del atentado|del incendio), muertos y .. (heridos|desaparecidos), " +
  "(decenas|cientos|miles|docenas) de (muertos|heridos|desaparecidos|desplazados), " +
  "(deja|dejo|dejan) al menos .. (muertos|fallecidos|heridos), (terremoto|sismo|temblor|replica) de magnitud, " +
  "(victimas|damnificados|tras|despues|epicentro) (del|de un|el|por el) (terremoto|sismo|huracan|tsunami), " +
  "damnificad*, alerta de tsunami, huracan (categoria|de categoria), inundaciones, (riada|riadas), deslave*, " +
  "(deslizamiento|deslizamientos|alud) de (tierra|lodo|tierras|barro), incendio* (forestal*|mortal*), " +
  "accidente* (aereo*|de avion|ferroviario*|nuclear*|de helicoptero), " +
  "(avion|avioneta|helicoptero) (estrellado|siniestrado|se estrello|estrella), " +
  "(se estrello|se estrella) (un|el|una|la) (avion|avioneta|helicoptero|vuelo), " +
  "(naufragio|naufragan|naufragaron) (de|una) (migrantes|patera|cayuco|una patera), " +
  "(pateras|en patera|en cayuco), descarrilamiento*, hambruna*, desastre* natural*, " +
  "catastrofe* (natural*|aerea*|nuclear*|humanitaria*), " +
  "cuántas pastillas (para morir|son demasiadas|para dormir son), sentido a despertarme, sentido despertar mañana, alguien se daría cuenta si (yo)? (ya)? no, nadie se daría cuenta si, fabricar una bomba, bomba casera, hombre armado en (mi|la|nuestra|el) (escuela|colegio|instituto), tirador en (mi|la|el) (escuela|colegio|instituto), (foto|fotos) (desnuda|desnudas) de una (compañera|alumna|niña), me volví a inyectar, recaí en (la heroína|las drogas|el alcohol), recaída con (la heroína|las drogas), lado de la cara (caído|dormido|paralizado)";
