import type { SubjectPatterns } from "../subject-patterns.ts";

const kin =
  "(mama|papa|mami|papi|madre|padre|padres|papas|abuel*|bisabuel*|hijo|hija|hijos|hijas|hijit*|herman*|espos*|marido|mujer|tio|tia|primo|prima|suegr*|cunad*|sobrin*|niet*|amig*|companer*|bebe|gemel*|perr*|gat*|conej*|caballo|mascota|novi*|pareja)";
const child =
  "(nino*|nina|ninas|crio*|cria|crias|hijo|hija|hijos|hijas|hijit*|menor|menores|bebe*|alumn*|adolescente*|sobrin*|primit*|hermanit*|niet*|ahijad*|hijastr*|vecinit*|peque|peques|chaval*|chavit*|chamac*|chiquill*|escuincl*|morrit*|pibe*|nene*|nena*|recien nacid*|criatura*)";
const body =
  "(brazo*|muneca*|muslo*|pierna*|piel|vena*|mano|manos|cara|cuello|ojo*|cabeza|pecho|espalda|cadera|dedo*|pie|rodilla|barriga|vientre|estomago|labios|lengua|garganta|costilla*|codo|hombro|tobillo|oido|boca|cuerpo)";

/** Spanish. `bebe` is also a baby, and `mata`, `arma` and `trata` have everyday senses: they need a context. */
export const es: SubjectPatterns = {
  self_harm: {
    patterns: [
      "(culpa|verguenza|desesper*|psicolog*|terapia|terapeuta|panico|sufrimiento|angustia|hikikomori|internamiento|abismo|ansiedad|suicid*|autolesi*|autolitic*|autoagre*|autodestru*|ahorc*|anorexi*|bulimi*|ortorexi*|vigorexi*|atracon*|tca|laxante*|depresi*|deprimid*|antidepresiv*|bipolar*|sertralina|fluoxetina|litio|psiquiatri*|matarme|matarse|colgarse|colgarme|cortarme|cortarse|precipicio|perdonen*)",
      "(sin salida|no veo salida|ingreso involuntario|no quiero estar (aqui|viv*)|quitarse de en medio|(si|que) desaparec*|no sale de (su|la) (habitacion|cuarto)|vida no tiene sentido|culpable .. (sigo|siento)|(sigo|siento|sintiendo) .. vaci*|va a odiar|trastorno* (aliment*|de la conducta)|pensamientos (intrusivos|oscuros)|plan de seguridad|linea de (ayuda|crisis|atencion|la vida)|telefono de la esperanza|(telefono|el|al) 024|salud mental|me mato|se mato|me odio|me doy asco|asco de mi|me da asco mi|odio mi (cuerpo|vida)|(hacer*|hace|hago|haciendo) dano|me arranco|peg* un tiro|se colgo|irme de este mundo|lleve dios|me corto|se corta|me corte|cortes en|hoja de afeitar|sin mi|una carga (para|de)|(soy|ser|como) (una|un)? (carga|estorbo|fracas*|inutil|basura)|no valgo|no sirvo|me extran*|no (aguanto|soporto) mas|(ya)?no puedo mas|no doy mas|si yo no estuviera|si me fuera|cuando yo no este|(tocar|toque) fondo|(muert*|vaci*|rot*) por dentro|siento .. vaci*|da igual (todo|vivir)|no llego a manana|ultima noche|terror .. (de mi mism*|estar sol*|subir de peso|engordar)|nadie me (quiere|necesita|echa*))",
      "((quit*|acab*|termin*|fin a|atent*) .. vida|(acab*|termin*) con (todo|esto|mi sufrimiento|el dolor)|(no|ni|nunca) .. (vivir|viviendo|existir|despertar|haber nacido|levantar*|estar aqui)|no (quier*|queria) seguir|dejar de (existir|sentir|sufrir)|(cansad*|hart*|agotad*) de (vivir|la vida|todo|existir|luchar|sufrir)|(sentido|razon*|motivo*|ganas|pena) .. (vivir|vida|nada|levantar*|seguir|existir)|para que (vivir|seguir)|(estoy|subi|sentad*|parad*|borde|asom*) .. (puente|azotea|cornisa|balcon|vias|tejado|viaducto)|(dejar|deje|dejo|dejado) de comer|dias sin comer|no come nada|no (se bana|quiere levantar*)|se niega a comer|(carta*|nota*|mensaje*) de despedida|regal* .. (sus cosas|pertenencias)|dejar cartas|seguro de vida .. (familia|mejor|hijos)|(despues|tras|desde) (del|el|su|mi) intento)",
      "(se|cortar*|corta|corto|cuchill*|quem*|lastim*|dano|golpe*|cicatri*|marcas|arran*|muerd*) & (brazos|muneca*|muslo*|a proposito|escondidas|pared|mism*|arranc* .. (pelo|pestanas))",
      "(quier*|quisiera|kiero|gustaria|ganas de|prefiero|prefiere|ojala|deseo|mejor|pienso en|imagino|ideas de|pensar en) .. (muera|desaparecer|dormir para siempre|no despertar|estar muert*)",
      "(tirar*|me tiro|se tiro|me tire|saltar|salto|saltado|lanzar*|lanzo|arroj*) & (puente|via|vias|metro|tren|balcon|azotea|edificio|barranco|acantilado|viaducto|ventana|piso|vacio)",
      "(vomit*|comer|comida|comido|peso|kilos|calorias|adelgaz*|espejo) & (escondidas|asco|dedos|sin comer|orgullo*|gord*|terror|huesos|me peso|no engordar)",
      "(encerrad*|no sale) & (semanas|bana|cama|hija|hijo|amig*|habla)",
      "(me|se) (ha)?(despedi|despidi*|despide|despedido)",
    ],
    except: [
      "((me|se) (corto|corta|corte) .. (pelo|flequillo|llamada|internet|luz|mayonesa|salsa|senal|barba|digestion|wifi)|cortarme (el pelo|flequillo)|dejar de comer (azucar|dulce*|carne|pan|chocolate|gluten)|sin mi (coche|dni|permiso|tarjeta|pasaporte|movil)|(me|se) mat* (de (la )?risa|trabajando|a trabajar|entrenando)|me mata si|jueg* .. ahorcado|gran depresion|escuadron suicida|puenting|hace dano (el|la|comer|a la))",
    ],
  },
  sexual_violence: {
    patterns: [
      "(miedo|denunci*|delito*|juez|tribunal|amenaz*|carcel|prision|preso|presa|padrastro|gritos|violent*|desnud*|prostibulo|lasciv*|obscen*|stealth*|violacion*|violo|violad*|violen|violan|violar*|violando|violencia*|antiviolacion|ultraj*|abuso*|abusa*|acoso|acosos|acosa*|hostig*|incest*|manose*|tocamiento*|toquete*|sexual*|sexo|maltrat*|estupro|feminicid*|metoo|sextors*|prostitu*|proxenet*|burdel*|nudes|porno*|deepfake*|agresor*|agresion*|agredi*|depredador*|exhibicionis*|voyeur*|acorral*|burundanga|escopolamina|esclaviz*|vaginismo|consentimiento|pelicot|weinstein|piropo*|stalke*|frigida|genital*|pene|masturb*|chantaj*|extorsi*|traum*|represalia*)",
      "(menor embarazada|toxic* .. (pareja|relacion)|relacion (toxica|abusiva)|me (miraba|rozo|sigue hasta)|acost* con (el|mi) (jefe|profe*)|la manada|el 016|sumision quimica|(trata|trafico) (de (personas|mujeres|blancas|ninas)|infantil)|de trata|fue consentid*|sin consent*|solo si es si|no es no|(pastilla|pildora) del dia|examen forense|medic* forense|orden de (alejamiento|restriccion|proteccion)|casa de acogida|me (espia*|persigu*|siguio|siguieron)|contra mi voluntad|(a|por) la fuerza|forz* a|me forz*|subid* de tono|partes (intimas|privadas)|lo que (me|le) (hizo|hicieron|hacia|hacian)|me siento sucia|se aprovech*|sin condon|me sujet*|me agarr*|donde no debia|sin ropa|me quede (congelad*|paralizad*|helad*)|si queria aprobar|aunque (yo)? no (quiera|quiero)|cuando (yo)? no quiero|no (me acuerdo|recuerdo) (de)? nada|cuchillo en el|sin mi permiso|me toc* (el|la|los|las|un|una|mi|por))",
      "(obliga*|obligo|presion*|insist*|digo que no|dije que|no queria|cedo) & (acost*|relaciones|novio|marido|esposo|pareja|sigui*|cama|paraliz*)",
      "(toco|tocaba|tocaron|mano|manos|besa*|beso|metio|frot*|restreg*|arrim*|subio|roz*) & (culo|nalgas|pechos|senos|muslo*|falda|jefe|metro|bus|camion|profe|profesor|entrenador|masajista|permiso|piernas|dormia|vagon|ascensor)",
      "(bebida|copa|vaso|trago|fiesta|antro|discoteca|bar) & (pusieron algo|echaron algo|no recuerdo|no me acuerdo|pinch*)",
      "(amaneci|despert*) & (ropa interior|recuerdo nada|taxi|encima|desconocid*)",
      "(foto|fotos|videos|video|mensajes|camara) & (intim*|filtr*|miembro|oculta|escondida|probador)",
      "(profe|profesor*|jefe|entrenador|catedratic*|supervisor|pastor|cura|doctor|medico|masajista|companero) & (aprob* .. (si|salia)|vestuario|tacto|a solas|insinu*|incomod*|propuso|salia con)",
      "(marido|ex|novio|pareja|esposo|esposa|novia|exnovio|exmarido) .. (me|la|le) (pega*|golpe*|pego|sigue|grit*|control*|insult*|humill*|empuj*|encierr*|encerr*|prohib*|persigue|escupe|estrangul*|aisl*)",
      "(me|la) (pega|pego|pegaba|golpe*|empuj*|humill*|estrangul*|encerro|abofete*)",
      "(celos|celoso|escapar|huir) & (marido|novio|esposo|pareja|mi ex)",
      "(tio|primo|cura|abuelo|parroco) .. (hacia|hizo)",
    ],
    except: ["((educacion|salud|orientacion|reproduccion) sexual|marcha forzada|abusiv*)"],
  },
  grief: {
    patterns: [
      "(adios|mataron|llora*|enferm*|defuncion*|crematorio|velacion|velar|nicho|sedacion|kaddish|murio|murie*|muerte*|muerto*|muerta*|muere|mueren|morir*|mortuori*|fallec*|difunt*|deceso*|obituario*|luto|duelo|duelos|luctuos*|funeral*|funerari*|funebre*|tanator*|tanatolog*|velorio*|velatorio*|entierr*|enterr*|sepult*|sepelio*|sepulcr*|tumba|tumbas|lapida*|epitafio*|camposanto*|cementerio*|columbario|ataud*|feretro*|cremar*|cremac*|incinera*|cenizas|exhum*|cadaver*|embalsam*|autopsia*|viud*|huerfan*|pesame|esquela*|condolencia*|paliativ*|hospicio|moribund*|agoniz*|agonia|eutanasia|qepd|novenari*|responso|postum*|abortar|aborte|abortad*|cancer*|tumor*|metasta*|leucemia*|linfoma*|melanoma*|glioblast*|sarcoma*|carcinom*|oncolog*|quimio*|radioterap*|alzheimer|demencia|desahuciad*|angelit*|mortinato|testamento*|repatri*|inconsolable|fusilad*|lloro|consuelo|despedirnos|despedirme|cumpliria)",
      "(mi perdida|ser querido|seres queridos|fin de (la)? vida|ultimas horas|esperanza de vida|corona* de flores|todos los santos|a la memoria|en memoria|donar (el|su|mi) cuerpo|esclerosis lateral|le diagnosticaron|hospital (llamo|nos llamo)|anillo .. (suyo|muert*)|hace .. anos que (no esta|se fue)|superar (la|su|una|el) (perdida|ausencia)|no llego a (nacer|conocer*)|tu perdida|sus perdidas|perdida de (mi|un|una|su)|(sueno|sone|hablo|hablarle) con (mi|ella) .. (anos|noche|muert*)|(descanse|descansa|descansar) en paz|(fase|etapa|paciente) terminal|(fase|estadio|etapa) (4|iv|cuatro)|estado vegetativo|donacion de organos|sin (vida|latido)|perdida gestacional|misa de|reconocer el cuerpo|acto de servicio|restos (de mi|mortales)|no pud* despedir*|se nos (fue|va|apaga)|(al|en el|desde el) cielo|se fue (hace|para siempre|tan pronto|demasiado pronto)|ultim* voluntad*|me quiebro|(la|lo|te|los) (extrano|echo (tanto|mucho)? de menos)|(habria|hubiera) cumplido|nunca mas|no va a (volver|regresar)|nunca volvera|no volvera|su (ausencia|partida)|nada que hacer)",
      `((perdi|perdio|perder|perdimos|perdieron|extrano|sacrificar) (a|al|de)? (mi|mis|un|una|su|sus|nuestr*|la|el)? ${kin}|dormir (a|al) (mi|la|el|nuestr*)? (perr*|gat*)|(vivir|navidad*|cumpleanos|primer*|dia de|aniversario|casa|cama|vacia|silencio) .. sin (ella|ellos|ti|mi (mama|papa|madre|padre|hijo|hija|hijos|hijas|hijit*|abuel*))|(vivir|seguir|navidad|casa|cama) sin el)`,
      `${kin} .. (partio|ya no esta*|nos dejo|quedan dias|le quedan|me hace falta|tieso|tiesa|no desperto|desconect*)`,
      "(dias|semanas|meses|ano|anos) .. (de vida|sin (ti|ella)|que se fue)",
      `(ropa|cosas|cuarto|habitacion|voz|numero|audio*|olor|buzon) .. (mi|mis) ${kin} .. (todavia|sigue*|guard*|huel*)`,
      "(numero|audio|audios|buzon|voz|mensajes de voz) & (oir|que me dejo|su voz|perderlo|guardo)",
      "(medicos|doctor*|hospital|residencia) .. (poco tiempo|le queda*|ultimos dias|desped*)",
      "(perr*|gat*|conej*|caballo|mascota*|hamster|canari*|veterinari*) & (momento de|sufr*|sacrific*|tieso|amanec*)",
      "herencia & (tio|tia|padre|madre|herman*|abuel*|famil*|conyuge)",
    ],
    except: [
      "(muert* de (hambre|risa|sueno|frio|calor|miedo|cansancio|sed|envidia|verguenza|amor)|(muero|mor*|muriendo|muere*) (de|por) la? (hambre|risa|sueno|frio|calor|amor|verguenza|sed|ganas|curiosidad|envidia|probar|ver|aburrimiento|saber|comer)|(llorar|lloro|llorando) (de|con) la? (risa|cebolla*|pelicula)|(peli*|cancion*|serie*|libro*) .. llorar|bebe .. llora*|(de|a) muerte|naturaleza muerta|(signo|horoscopo) .. cancer|cancer .. horoscopo|antiguo testamento|nuevo testamento|abort* (el|la|un) (proceso|mision|instalacion|script|descarga)|despedid* de solter*|cenicienta huerfana|(peso|mar|valle|al) muerto|dormir (a|al) .. bebe|duelo de (rap|titanes|gallos)|walking dead|dead redemption|pan de muerto)",
    ],
  },
  medical_emergency: {
    patterns: [
      "(mordio|mordedura*|picadura*|formigueo|hormigueo|sangre|alergi*|cirugia|heridos|dosis|medicamento*|duele|hinch*|inyec*|auxilio|cesarea|botulismo|bronquiolitis|escalofrio*|toracic*|abdomen|quirofano|sutura*|esguince|dislocad*|torniq*|infeccion|hernia|toxico*|ingerir|ingirio|112|911|061|infart*|ictus|acv|derrame*|aneurisma*|embolia*|trombo*|coagulo*|cardiopulmonar|inconscien*|desmay*|sobredosis|intoxic*|envenen*|veneno*|ahog*|atragant*|asfixi*|convuls*|epilep*|anafila*|hemorragi*|reanima*|rcp|desfibril*|heimlich|quemadura*|ambulancia*|urgencias|emergencia|emergencias|apendicit*|meningitis|sepsis|peritonitis|neumonia|herida*|herido|electrocut*|atropell*|fractur*|amput*|hipoterm*|hipogluc*|insolacion|preeclampsia|pupila*|desplom*|delira|delirando|monoxido|calenton|anticongelante|raticida|balbuce*|conmocion|traumatismo*|taquicardi*|arritmi*|palpitacion*|adelfa|epipen|uci|hospitaliz*|gangrena|tetanos|parto|roncha*|accidente|accidentes|punetazo|navajazo|socorro|sangra|sangran|sangrar|sangrando|sangrado|desangr*|moreton*|hematoma*|vomito|vomitos|vomitando|vomita|vomitar|nauseas|mareo|mareos)",
      "(mareada|mareado|fiebre|palid*|desorient*)",
      "(labios (azules|morados)|(ingreso|ingresado|ingresada|ingresaron) (en|a|por)|crisis (hipertensiva|asmatica)|(intento|ayuda) .. respir*|no (siente|siento|oye|veo) (la|el|las|los|nada|bien|de)|ve doble|(paro|parada) cardiac*|ataque al corazon|angina de pecho|primeros auxilios|golpe de calor|posicion lateral|cuidados intensiv*|en coma|coma etilico|choque frontal|descarga electrica|habla* (raro|enredado)|sudor frio|sudando frio|espuma (en|por) la boca|rigidez de|ve borroso|vision (borrosa|doble)|veo (borroso|doble|luces)|no me salen las palabras|perd* (el|la)?(conocimiento|sentido|consciencia|conciencia)|rompi* (la)?(fuente|aguas)|atrapad* (bajo|debajo|entre)|al hospital|no (despierta|reacciona|responde|se mueve|se despierta)|se oye quejarse|(huele|olor|fuga) (a|de) (gas|humo)|respira (mal|raro|con dificultad|apenas|pero)|(hueso|diente) .. (por fuera|salido|entero)|(espina|hueso|trozo|atorad*|atascad*) .. garganta)",
      "contracciones",
      "(no|puedo|puede|cuesta|dificultad|falta|deja|apenas|mal) .. (respira|respirar|respiro|el aire|de aire|tragar|tiene pulso)",
      "(dolor*|presion|aprieta|puntada|opresion) & (pecho|brazo|brutal|horrible|insoportable|intens*|agud*|repentin*|de repente|peor de mi vida|lado derecho|barriga|mandibula|testicul*|embaraz*|orin*)",
      `${body} .. (dormid*|duerme|durmio|paraliz*|adormec*|no siente|no siento|torcid*|caid*|rota|roto|destrozad*|clavad*|desgarr*|entumec*|morad*|azul*)`,
      `(clav*|corte|corto|cortado|quem*|golpe*|aplast*|cayo|durmi*|metio|disloc*|sangr*) & ${body} & (profund*|hasta el fondo|hirviendo|oxidad*|vidrio|cristal*|sierra|hueso|lejia|acido|cloro|ojos|nariz|canica|luces)`,
      `(se|me|le) (ha)?(clav*|corte|corto|cortado|quemo|queme|rompi*|disloc*|golpeo|golpee|durmio) .. ${body}`,
      "(se cayo|me cai|cayo|golpe*|resbal*|caida|tropez*) & (cabeza|escaler*|techo|vomit*|azotea|cadera|vias|patineta|moto|andamio|altura|grita)",
      "(trago|trague|tragado|bebio|bebi|comio|comi|tomo|tome|ingiri*|metio|inhal*|mezcl*) & (pila*|moneda*|iman*|canica|detergente|frasco|caja|lejia|cloro|amoniaco|de mas|seta*|nariz|boton|acido|gasolina|insecticida|cacahuete*|mani|casi todo|morad*)",
      "(paracetamol|ibuprofeno|insulina|aspirina*|anticoagulante) & (demasiad*|de mas|muchas|doble|por error|toda la caja|equivoc*)",
      "(mordi*|pico) .. (serpiente|vibora|alacran|escorpion|perro|medusa|avispa*|abeja*|arana|murcielago|rata)",
      "(diabetic*|azucar|glucosa|insulina) & (sud*|confus*|bajon|temb*)",
      "embaraz* & (sangr*|caida|minutos|mueve)",
      "(ojo|ojos) & (lejia|cloro|acido|cal|cemento|astilla*|salpic*)",
    ],
    except: [
      "(mi|tu|su|la|una|nuestra|minha) tia",
      "(ahog* (en|de|entre) (un )?(deudas|trabajo|correos|tareas|papeles|emails|apuntes|facturas|el trabajo|vaso)|(torta*|hamburguesa) ahogad*|de infarto|ataque de (risa|nervios)|revive|(color|tono*) palid*|fiebre (del oro|mundialista|de compras)|accidente geografico|derrame de (cafe|agua|aceite)|(salida|fondo|alarma|punto|freno) de emergencia*|clave|claves|se le cayo (el|la) (pelo|movil))",
    ],
  },
  weapons_drugs: {
    patterns: [
      "(crimen|crimenes|vicio|vicios|bebedor*|botellon|sustancias|cocain*|heroina|heroinoman*|marihuan*|mariguan*|cannab*|hachis|mdma|extasis|lsd|ketamina|fentanil*|metanfet*|anfet*|tusi|ghb|porro|porros|canuto|canutos|thc|cbd|popper|droga|drogas|drogar*|drogad*|drogan*|drogo|drogotest|antidrog*|narco|narcos|narcot*|sicari*|alcoholi*|desintox*|abstinencia|adict*|adiccion*|toxicoman*|enganchad*|recaida*|basuco|bazuco|farlopa|mota|peyote|ayahuasca|alucin*|psicodelic*|esnif*|opio|opioid*|opiace*|oxicod*|morfin*|codein*|metadon*|naloxon*|tramadol|buprenorf*|clonazep*|alprazol*|lorazep*|diazep*|rivotril|xanax|trankimazin|orfidal|benzodia*|ansiolitic*|tranquilizante*|calmantes|adderall|ritalin*|anaboliz*|esteroides|estupefac*|chemsex|antidoping|jeringa*|jeringuill*|ludop*|pandill*|mafia|mafios*|traficant*|contraband*|incaut*|decomis*|ebrio|ebria|ebriedad|borracho*|borracha*|borrachera|emborrach*|pastillas|temblores|resaca|sobrio|sobriedad|adulterad*|inyectar*|toxicologic*|pistol*|escopeta*|fusil|fusiles|rifle*|carabina*|ametrallad*|metralleta*|ballesta*|municion*|bala|balas|balazo*|balacera*)",
      "(tiroteo*|disparo*|disparar*|disparan*|calibre*|explosivo*|polvora|dinamita|tnt|molotov|armas|armado|armada|armados|armadas|armament*|navaja*|machete*|katana*|punal*|taser*|airsoft|arsenal*|asesin*|homicid*|apunal*)",
      "(defensa (personal|propia)|(el|una|un|su|mi|esta|con|sin|de|que) arma|viaje de (acido|setas)|gramos de (coca|hierba)|atrac* a mano|posesion de|(dejar|dejado|dejarlo|dejarla) (el|la|de) (alcohol|bebida|hierba|fumar porros)|juego patologico|estoy colocad*|carteles de|mercado negro|dark web|cartel de (sinaloa|medellin|jalisco|cali|los)|hojas de coca|(planta|fum*|cultiv*) .. (maria|hierba)|maria en|reduccion de danos|mal viaje|ley seca|(12|doce) pasos|al anon|(centro*|clinica*) de rehabilitacion|sigo consumiendo|(dejar|dejo|dejado|volvi|volvio) (de|a) (consumir|beber)|se mete|se metia|se pincha|analisis de orina|delirium tremens|seguir consumiendo|granada (de mano|vieja)|arma (de fuego|blanca|ilegal*|reglamentaria)|puno* american*|gas pimienta|spray (pimienta|electrica)|ak 47|porte de|el revolver|un revolver|ajuste de cuentas|(comprar|hacer|tener|un|una|sin|con|su) (arma|bomba casera)|(fabricar|hacer|construir|colocar) (una)?bomba)",
      "(cristal|perico|hierba|coca|crack|piedra|speed|tacha*|raya*|polvo blanco) & (fum*|consum*|perdid*|roba|multa|polici*|mete|dejar|guarda|vend* .. (barrio|parque))",
      "(polvo blanco|bolsita*|papel de aluminio|pipa|vapeador*) & (hij*|marido|herman*|cuarto|mochila|nariz|escond*)",
      "(inhal*|oler) & (pegamento|disolvente|thinner|gasolina)",
      "(granada|granadas) & (aviso|avisamos|explot*|policia|lanz*)",
      "cuchillo* & (escuela|colegio|mochila|cole|calle|portar|llevar|polici*|cuello|insti*|robo)",
    ],
    except: [
      "(pistola* de (silicona|agua|pegamento|calor|masaje|clavos|pintura|juguete|jabon)|(adict*|enganchad*|adiccion) (al|a) (la|las|los)? (serie*|chocolate|cafe|movil|juego*|netflix|telenovela*|sudoku*|podcast*|crucigrama*|gym|gimnasio|lectura|trabajo)|adictiv*|coca cola|drogueria*|(bizcocho*|tarta*) borrach*|pastillas (de|para) (la|el)? (freno*|jabon|caldo|menta|lavavajilla*|chocolate|lavaplatos|garganta)|municion .. (debate|argument*)|(disparar|disparo|dispar*) .. (foto*|camara|automatic*|flash|precio*|factura|obturador)|bala (fria|de plata)|tren bala|dos pajaros|indica (um|uma|uns|umas|o|a)|(misterio|fiesta|juego|cena|novela*|serie|pelicula|libro|podcast*) .. asesin*|assassins|asesino* (en serie )?(documental|creed)|arma* .. (elden|zelda|juego|minecraft|mueble*|skyrim|videojuego|secreta|doble filo)|heroina* .. (marvel|novela|pelicula|comic)|armad* (de|con) paciencia|fuerzas armadas .. concurso|resaca de)",
    ],
  },
  minors: {
    patterns: [
      "(raptad*|menores|hambre|nalgada*|bofeton*|cachetada*|sexting|acogimiento|tutelad*|vicaria|pedofil*|pederast*|bullying|ciberbullying|ciberacoso|secuestr*|orfanato*|escolarizar|custodia|tutela|asunta|desaparecid*|reformatorio|infanticid*|icbf|sename|maltrato)",
      "(patria potestad|nino* (de la calle|perdid*|explotad*|trabajador*)|obliga* a (mendigar|trabajar)|fundacion anar|castigo* fisico*|en el (coche|carro) al sol|reto* viral*|perfil falso|familia de acogida|acoso escolar|alerta amber|nino* soldado*|no acompanad*|bebe* (sacudid*|robad*)|servicios sociales|proteccion (de|del|a|al) (menor*|la infancia|nino*)|mutilacion genital|(abuso|pornografia|trabajo|explotacion|matrimonio|prostitucion|trata) infantil|entra en mi (cuarto|habitacion)|irme de (mi)?casa|me (corrieron|echaron) de|(escaparme|huir) de casa|cosas feas|me encierra|(trata|trafico|venta|robo) (de|con) (ninos|ninas|blancas|personas|bebes|organos))",
      "(colegio|escuela|insti|instituto|cole|clase|recreo|patio) & (pegan|pega|pegaron|insult*|burl*|amenaz*|empuj*|encerr*|motes|solo siempre|esperan)",
      "(13|14|15|trece|catorce|quince) (anos)? & (embaraz*|hombre|mayor|novio)",
      `${child} & (abus*|viola*|golpe*|moreton*|desnud*|prostitu*|asesin*|encerr*|encierr*|abandon*|desnutri*|pega|pegan|pego|pegaron|pegaba|grita|gritan|gritos|zarande*|sacud*|azot*|empuj*|insult*|burlan|humill*|rompio|tocaba|tocaron|le toca|la toca|acosa*|acoso|amenaz*|secreto*|confes*|no aparece*|sol* (en (casa|la calle)|de noche|todo)|queda sol*|descalz*|sin cenar|no (ha vuelto|volvio|llego|regreso|alimenta)|se escapo|se fugo|se perdio|extravi*|perdid* en|se fue (de casa|con)|se (lo|la) llev*|robaron|rapt*|retirad*|a oscuras|miedo .. (volver|padre|papa|quedarse|el)|con hambre|sucia|medianoche|mendig*|limosna|neglig*|en peligro|en la calle|manipulad*|lo alimenta|conduce)`,
      "(hombre|un tipo|senor|adulto|desconocid*|extrano*|profe|profesor|entrenador|monitor|alguien|vecino|tio|tipo) & (escrib*|hablando|manda*|pidio|pidiend*|pide|contact*|chate*|foto*|conocio|instagram|roblox|discord|direccion) & (hija|hijo|sobrin*|nina*|menor|hermanit*|alumn*|niet*|(11|12|13|14|15|once|doce|trece|catorce|quince))",
      "(padre|madre|papa|mama|padrastro|madrastra|vecin*|tio|abuelo|papas|padres) .. (me|le|les|nos|la|lo|se) .. (pega*|golpea*|golpeo|toca|cinturon|grit*|encierr*|amenaza|rompio|emborrach*|azota*|insult*|echo de|echaron)",
      "(cura|sacerdote|parroc*|entrenador|padrastro|tio|primo|monitor|internado) & (secreto*|ducha*|cama|tocaba|a solas|azot*)",
      "miedo .. (volver a|mi padre|mi papa|mi padrastro|mi mama|quedarse con)",
      "(tengo|cumpli) (10|11|12|13|14|15)",
      "(soy|hija|hijo|nina|nino|chica|chico) de (11|12|13|14|15|once|doce|trece|catorce|quince) & (miedo|foto*|hombre|tipo|adulto|perfil)",
      "vecin* & (nino*|bebe|hijo|hija|hijos|hijas|hijit*|nina*) & (llor*|sol*)",
      `${child} & (calzon*|webcam|snapchat|cinturon|llorando solo)`,
      "(guarderia|maestr*|docente*|internado|ninera|canguro|cuidadora) & (golpe*|pega|grita*|miedo|zarande*|sacud*|sospech*|arrest*|moret*)",
      "(matrimonio|casar*|vende) & (menor|nina|ninas|hijas)",
      "quedarse sol* .. casa",
    ],
    except: [
      "(tengo|cumpli) .. (euros|pesos|dolares|minutos|dias|horas|personas|gb|litros|metros|kilos|invitad*|capitulo*|semanas|meses|gatos|fotos)",
    ],
  },
  war_disaster: {
    patterns: [
      "(militar*|frontera|rescat*|sobreviv*|tragedia|tragedias|atac*|victima*|sirenas|asedio|sitiad*|exili*|deporta*|huyen|huyendo|huyeron|armisticio|esclavitud|insurgen*|represion|golpista*|tanques|veterano*|torrencial*|tromba*|estampida|siniestro|granizo|granizada|rayo|epicentro|guerra|guerras|posguerra|guerrill*|paramilitar*|belic*|guernica|franquis*|dictadura*|reservista*|reclut*|desertor*|soldado*|ejercito*|tropas|artilleria|trinchera*|verdun|stalingrado|normandia|batalla*|tregua|bombarde*|bombas|misil*|invasion*|invadi*|invade|invaden|francotirador*|atentad*|terroris*|yihad*|daesh|isis|hamas|hezbol*|taliban*|farc|11m|masacre*|matanza*|genocid*|holocausto|exterminio|auschwitz|nazi|nazis|apartheid|rehen*|refugiad*|desplazad*|saharaui*|humanitari*|disturbios|saqueo*|motin*|magnicid*|linchamiento*|mh370|gaza|palestin*|cisjordania|israel|israeli*|beirut|libano|siria|yemen|sudan|jartum|ucrani*|kiev|jarkov|kharkiv|donbas|mariupol|putin|zelensk*|otan|rafah|afgan*|kabul|bosnia|srebrenica|ruanda|chernobil|fukushima|hiroshima|nagasaki|malvinas|rohing*|terremoto*|sismo*|sismic*|temblor*|temblo)",
      "(maremoto*|tsunami*|inundacion*|inundad*|inundo|riada*|crecida*|desbord*|aluvion*|deslave*|derrumb*|alud|aludes|avalancha*|socavon|huracan*|tornado*|tifon*|ciclon*|erupcion*|ceniza|incendi*|hambruna*|sequia*|catastrof*|devasta*|damnificad*|evacua*|albergue*|escombros|naufrag*|patera*|cayuco*|migrante*|descarril*|explosion*|exploto|estallo|nuclear*|radiacion*|radiactiv*|supervivient*|fema|epidemia*|ebola)",
      "(minas antipersona*|mina terrestre|acuerdo* de paz|proceso de paz|conflicto* (en|entre)|alerta (roja|naranja)|gases lacrimogenos|marea negra|sin hogar|lo perdimos todo|perdio todo|ataque* (aere*|con|a|en|contra|ruso)|fosa* comun*|golpe de estado|a filas|(mandan|van|linea) .. frente|alto el fuego|cese (al|el|del) fuego|bomba atomica|ocupacion rusa|estado islamico|al qaeda|sendero luminoso|11 m|11 (s|de septiembre)|torres gemelas|un tirador|campo* de concentracion|toque de queda|estado de (sitio|excepcion)|tel aviv|oriente (proximo|medio)|jan yunis|el darien|deslizamiento* de|tormenta tropical|la dana|dana en|gota fria|volcan .. (activo|alerta)|ola de calor|desastre* (natur*|aereo)|zona de desastre|proteccion civil|se estrello|colapso (de la linea|del (puente|edificio|metro))|(edificio|casa|todo|suelo) (tiembla|se mueve)|perdimos (la casa|todo|nuestra casa|el techo)|nos quedamos sin casa|sin cosecha|(arranco|tumbo|arraso|destru*) .. (techo*|casa*|pueblo|colonia*|cosecha*))",
      "(avion*|helicoptero*|tren|trenes|barco*|ferry|autobus*|metro|vuelo) & (accidente*|estrell*|cayo|hundi*|choc*|colapso)",
      "(rusia|iran|china|ruso*|corea del norte|taiwan|drones) & (ataque*|sancion*|noche)",
      "(agua|rio|mar|barro|lodo) .. (subiendo|entrando|entro|llega al|llego|escalon|cintura|se llevo|arras*)",
      "(fuego|llamas|humo|ardi*|arde) & (monte|bosque|acerca*|edificio|cerro|pueblo|campo|finca|sierra|avanza|entero)",
      "(encerrad*|escondid*|atrapad*|aislad*|incomunicad*) & (sin salida|nieve|nevada|carretera|tienda|pueblo|puente|tunel|mina|mineros)",
      "(alarmas|bunker) & (refugio|sotano|abuela|suenan)",
      "eta & (arma*|banda)",
    ],
    except: [
      "(guerra (de|a) (las|los)? (galaxias|precios|almohadas|mundos|globos|bandas|agua|consolas|cosquillas)|es una guerra|god of war|(estoy|estamos) inundad* de|temblor en el ojo|(un|hecho un|como un) terremoto|terremoto de helado|(tsunami|avalancha|lluvia|aluvion|inundacion|inundad*|huracan|explosion|ola) de (ideas|ofertas|correos|mensajes|trabajo|descuentos|exam*|emails|spam|sabor*|color*|emociones)|bombarde* (con|de|a) (notificacion*|anuncio*|mensaje*|correo*|preguntas)|batalla* (naval|de (gallos|rap))|bombas de (bano|chocolate|crema)|exploto (la cabeza|el globo|la olla)|victima de la moda|peli* el francotirador|explosion demografica|desbordad* de trabajo|ceniza (color|rubio)|rubio .. ceniza)",
    ],
  },
  except: [
    "(muert*|muri*|muere*|mat*|asesin*|guerra|batalla*|bomba*|explo*|dispar*|bala|pistol*|arma|armas|veneno*|ahog*|atac*|ataque*|adict*|enganchad*|terremoto|tsunami|volcan*|huracan|avalancha|incendi*|fuego|inund*|cadaver*|zombi*|tumba|cementerio|enterr*|entierr*|huerfan*|sangr*|hemorragi*|herida*|golpe*|crisis|rescat*|secuestr*|abort*|cayo|caida|sobreviv*|llor*|difunt*|agoniz*|mina|minas|misil*|granada|municion*|soldado*|ejercito|tragedia|paliza|cort*|duelo) & (bateria|pila|movil|celular|telefono|planta*|pc|ordenador|portatil|laptop|impresora|consola|router|wifi|pantalla|tele|disco|servidor|app|windows|excel|android|iphone|python|linux|script|codigo|videojuego*|minecraft|fortnite|zelda|pokemon|jefe final|pelicula*|peli|netflix|disfraz*|halloween|receta*|pastel|tarta|salsa|chocolate|pan|masa|ensalada|helado|futbol|gol|concierto|cancion|album|jardin|maceta*|hormiga*|cucaracha*|mosquito*|plaga|bulbo*|cesped|maquillaje|decor*|manualidades|oferta*|newsletter|correos|notificaciones|marketing|coctel|lego|ajedrez|sims)",
  ],
};
