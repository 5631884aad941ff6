/** Certain expressions, separated by commas. */
export const pt: string =
  "(autolesao|autolesoes|autolesivo*|autolesionar), autoagress*, " +
  "(quero|queria|vontade de|penso em|pensando em|pensei em|pensar em) me matar, " +
  "(quero|queria|penso em|pensei em|vontade de) matar me, " +
  "(tirar|tirei|tirou|tirando) (minha|a minha|a propria|sua propria|minha propria|a sua propria) vida, " +
  "(acabar|acabei|acabou|terminar) com (minha|a minha|a propria|sua|minha propria) vida, " +
  "por fim (a|na) (minha|propria|minha propria) vida, (atentar|atentou) contra a propria vida, " +
  "(quero|queria|qria|vontade de|preferia|prefiro|so quero) morrer, " +
  "(quero|queria|preferia|gostava de) (estar morta|estar morto|dormir para sempre|dormir pra sempre|nao acordar mais), " +
  "(queria|preferia) nunca ter nascido, (nao quero|nao queria) mais (viver|existir|estar viva|estar vivo), " +
  "ja nao quero viver, (perdi a|sem|nao tenho) vontade de viver, " +
  "(cansada|cansado|fart*) de (existir|estar viva|estar vivo|desta vida), " +
  "nao vale a pena (viver|continuar vivendo|continuar a viver), nao mereco (viver|estar viva|estar vivo), " +
  "(cortar|cortei|cortou|corto|corta) os pulsos, " +
  "(me|se) (corto|cortei|cortou|cortar|cortando|corta) (com|de) (gilete|lamina|proposito|estilete), " +
  "cortes (nos|nos meus|nos seus) (pulsos|bracos), (corta|corta se|cortava) os (bracos|proprios bracos), " +
  "(me|se) (enforcar|enforcou|enforcando), enforcou se, enforcar se, " +
  "(me|se) jogar (da|de uma|do|na frente|embaixo|debaixo) (ponte|predio|onibus|trem|janela|carro|metro|do trem|do metro|do carro|do onibus|viaduto|varanda|sacada), " +
  "(pular|pulou|saltar|saltou|atirar me|atirar se|atirou se|me jogar|se jogou) da ponte, " +
  "(atirar|atirou|jogou|jogar) (me|se) (a|para a|na) linha (do comboio|do metro), " +
  "(dar|deu|dei|dar me) um tiro na (propria|minha) cabeca, " +
  "(tomar|tomei|tomou) (todos os|a cartela|uma cartela|varias cartelas) (comprimidos|remedios|inteira|de remedio), " +
  "(me|se) ferir de proposito, (me|se) machucar de proposito, transtorno* alimentar*, disturbio* alimentar*, " +
  "perturbacao do comportamento alimentar, perturbacoes alimentares, " +
  "(forcar|forco|provocar|provoco|provoca|induzir) o vomito, " +
  "vomit* (depois de comer|tudo o que como|tudo que come|tudo que como), " +
  "(ligar para o|ligue|liga pro|numero do|pelo) cvv, cvv 188, setembro amarelo, estupr*, " +
  "(fui|foi|foram|sido|ser) (violada|violado|violadas|estuprada), " +
  "(violada|violadas|violado) por (um|uma|dois|tres|varios|seu|meu|homens), " +
  "(violou|violaram) (me|a filha|a menina|a enteada|uma mulher|uma menor|a jovem), (me violou|me violaram), " +
  "violacao (sexual|em grupo|de menor|de menores|de uma), " +
  "(vitima|vitimas|tentativa|acusado|crime|suspeito) de (violacao|violacoes|estupro), abus* sexua*, abusador*, " +
  "(abusou|abusava|abusaram) (sexualmente|da minha|do meu|de mim|da filha|da enteada|da menina|da sobrinha), " +
  "(abusada|abusado|abusadas) (sexualmente|na infancia|quando crianca|pelo|por), " +
  "abuso (de menor|de menores|infantil|de criancas), agress* sexua*, " +
  "violencia (sexual|domestica|contra a mulher|contra as mulheres|de genero|familiar|no namoro|obstetrica|infantil|intrafamiliar), " +
  "assedio (sexual|moral|escolar|no trabalho|no metro|no onibus|laboral), " +
  "(assediador*|assediou|assediada|assediadas|assediado), importunacao sexual, (encoxada|encoxou|encoxador*), " +
  "(apalpou|apalparam|apalpada|apalpava|me apalp*), predador* sexua*, exploracao sexual, escrav* sexua*, " +
  "trafico (de pessoas|humano|de mulheres|de seres humanos|sexual|de criancas|de menores|de orgaos), " +
  "(meu|minha|o) (marido|namorado|ex|companheiro|esposo|pai|padrasto|mae|madrasta|parceiro) (me|mim) (bate|bateu|batia|agride|agrediu|espanca|espancou|estuprou|violou|ameaca de morte|enforcou|estrangulou), " +
  "(o meu|meu) (marido|namorado|ex|companheiro|pai|padrasto) (bate|bateu|batia|agrediu|violou|espancou) me, " +
  "(espancada|espancado|espancou|espancaram|espancamento|espancamentos|espancava), medida protetiva, " +
  "medidas protetivas, lei maria da penha, feminicidi*, boa noite cinderela, pornografia de vinganca, " +
  "vinganca porno*, sextorsao, mutilacao genital, casamento* forcado*, casamento* infanti*, porno infantil, " +
  "disque 180, falec*, (de|em|estar de|dias de) luto, " +
  "luto (nacional|oficial|perinatal|gestacional|parental|antecipado), " +
  "(fases|processo|estagios|etapas) (do|de) luto, " +
  "(meu|minha|nosso|nossa|seu|sua|o meu|a minha) (pai|mae|avo|vo|filho|filha|irmao|irma|marido|esposa|mulher|tio|tia|primo|prima|sogro|sogra|amigo|amiga|melhor amigo|melhor amiga|bebe|cachorro|cachorra|cachorrinho|cachorrinha|cao|cadela|gato|gata|gatinho|gatinha|namorado|namorada|coelho) (morreu|esta morrendo|esta a morrer|foi morto|foi morta|foi assassinado|foi assassinada|vai morrer|morreram), " +
  "(morte|perda|partida|falecimento) (do|da|do meu|da minha) (meu|minha|pai|mae|avo|filho|filha|irmao|irma|marido|esposa|bebe|cachorro|cachorrinho|cao|cadela|gato|gata), " +
  "(perdi|perdemos|perder|perdeu) (meu|minha|o meu|a minha|nosso|nossa|o|a) (pai|mae|avo|vo|filho|filha|irmao|irma|marido|esposa|bebe|cachorrinho|cachorrinha|gatinho|gatinha), " +
  "(mataram|assassinaram) (meu|minha|o meu|a minha) (pai|mae|filho|filha|irmao|irma|marido|primo|amigo|tio|avo|cachorro|gato), " +
  "perda (gestacional|neonatal|de um ente querido|de um filho|de um bebe|perinatal), ente* querido*, funerais, " +
  "(funerarias|uma funeraria|a funeraria|servicos funerarios|servico funerario), agencia funeraria, " +
  "(no|o|ao|um|do) (funeral|enterro) (do|da|de) (meu|minha|um|uma|seu), " +
  "(ir|fui|vou) (a|ao|no|num) (enterro|funeral|velorio), sepultamento*, sepultad*, " +
  "missa de (setimo dia|7 dia|7o dia|corpo presente|um mes), setimo dia de falecimento, pesames, " +
  "meus (sinceros|profundos|mais sinceros) sentimentos, descans* em paz, (cremacao|crematorio|crematorios), " +
  "cremad*, cinzas (do meu|da minha|do falecido|da falecida), " +
  "jazigo (familiar|perpetuo|da familia|no cemiterio), necrologi*, " +
  "(atestado|certidao|certidoes|declaracao|registro) de obito, obitos, enviuv*, viuvez, " +
  "(ficou|fiquei|ficar) (viuva|viuvo|orfao|orfa), pensao por morte, pensao de (sobrevivencia|viuvez), " +
  "natimorto*, aborto* (espontaneo*|retido|de repeticao), nasceu (morto|morta|sem vida), " +
  "morte (fetal|neonatal|perinatal|subita|cerebral|encefalica), obito fetal, " +
  "(paciente|doente|fase|doenca|estado|cancer|cancro|estagio) terminal, morte assistida, " +
  "(resta|restam|deram) .. (meses|semanas|dias) de vida, " +
  "(cancer|cancro) (de|do|da|no|na) (mama|pancreas|pulmao|figado|colon|estomago|prostata|ovario*|utero|colo|cerebro|esofago|intestino|rim|garganta|osso*|ossos), " +
  "(cancer|cancro) (metastatico|avancado|incuravel|infantil), (metastase|metastases|metastatico), " +
  "tumor* (cerebra*|malign*|no cerebro|inoperavel), " +
  "(sacrificar|eutanasiar|abater) (meu|minha|o meu|a minha) (cachorro|cachorra|cao|cadela|gato|gata|cavalo), " +
  "(encontrado|encontrada|encontrados|achado|achada) (morto|morta|mortos|sem vida), " +
  "(parada|paragem) (cardiaca|cardiorrespiratoria|respiratoria), (ataque cardiaco|ataques cardiacos), " +
  "infarto (agudo|do miocardio|fulminante|cerebral), " +
  "(teve|tive|sofreu|sintomas de|sinais de|ter|tendo|morreu de) (um infarto|infarto), enfarte, enfartes, " +
  "(um|teve|sofreu|de|ter) avc, acidente vascular cerebral, embolia pulmonar, " +
  "(nao esta respirando|nao esta a respirar|parou de respirar|nao consegue respirar|nao consigo respirar), " +
  "(perdeu|perdi|perder|perda de) (a consciencia|os sentidos|consciencia), " +
  "(desmaiou|desmaiei|desmaiada|desmaiado|desmaiando), inconsciente no chao, convulsao, convulsoes, " +
  "crise* (epileptica*|convulsiva*|de epilepsia|hipertensiva*), ataque* (epiletico*|epileptico*), " +
  "choque (anafilatico|septico|hipovolemico), manobra de heimlich, " +
  "(engasgou|engasgada|engasgado|engasgando) com, bebe (engasgado|engasgada|engasgou), massagem cardiaca, " +
  "reanimacao cardiopulmonar, ressuscitacao cardiopulmonar, " +
  "(morreu|morreram|morta|morto|mortos|morre) (afogad*|eletrocutad*|atropelad*|queimad*|carbonizad*|esfaquead*|envenenad*|asfixiad*|a tiro|a tiros|baleado|baleada), " +
  "(afogamento|afogamentos), (atropelamento|atropelamentos), atropelou (um|uma|meu|minha), " +
  "(fui|foi|foram) atropelad*, " +
  "acidente* (de transito|de viacao|fatal|fatais|mortal|mortais|rodoviario*|com vitimas|com mortos), " +
  "(grave acidente|acidente grave), (ferido|ferida|feridos) (grave|graves|com gravidade|gravemente|a bala), " +
  "gravemente ferid*, " +
  "overdose de (remedios|medicamentos|drogas|cocaina|heroina|paracetamol|fentanil|rivotril|insulina), " +
  "(morreu|morreram|morrer|teve|sofreu|ter|por) (de overdose|uma overdose|overdose), sobredosage*, " +
  "(tomou|tomei|tomar) (remedio demais|muitos remedios|muitos comprimidos|comprimidos a mais), " +
  "intoxicacao (alimentar|por|exogena|alcoolica|medicamentosa), envenenamento (por|com|de), " +
  "(envenenaram|envenenou) (o meu|meu|minha|a minha|os|o), " +
  "(ingeriu|engoliu|bebeu|bebi) .. (veneno|chumbinho|agua sanitaria|lixivia|soda caustica|detergente|raticida), " +
  "coma (alcoolico|induzido|profundo), (entrou|esta|ficou) em coma, " +
  "hemorragia (interna|cerebral|digestiva|pos parto|vaginal|grave|uterina), " +
  "(vomitando|vomitou|vomitar|tossindo|tossir|cuspindo|urinando|vomita|tosse) sangue, " +
  "sangue (nas fezes|na urina), (dor|dores|aperto|pressao) no (peito|braco esquerdo), " +
  "traumatismo (craniano|cranioencefalico), fratura exposta, queimadura* de (segundo|terceiro|2|3) grau, " +
  "apendicite, septicemia, sepse, pre eclampsia, gravidez ectopica, descolamento de placenta, " +
  "(picada|mordida|picado|picada por) de (cobra|escorpiao|jararaca|cascavel|vibora), " +
  "(chamar|chame|chamem|chama) (uma|a) ambulancia, " +
  "(ligar|ligue|liguei|chamar|chame) (para o|pro|o|ao) (samu|inem), maconh*, haxixe, " +
  "(viciado|viciada|viciados|dependente|dependentes|vicio|dependencia) (em|de) (heroina|cocaina|crack|drogas|opioides|pedra|morfina|alcool|po|maconha|metanfetamina|rivotril|zolpidem), " +
  "(usuario|usuarios|usuaria|fumar|fumando|fuma|fumou|pedra de|pedras de) (de crack|crack), cracolandia, " +
  "cetamina, (tomar|tomei|usar|usei|comprimidos de|de|vender) (ecstasy|mdma), " +
  "(tomar|tomei|usar|usei|efeito do|efeitos do) lsd, canabis, lanca perfume, traficante*, narcotico*, " +
  "trafico de (drogas|droga|armas|cocaina|entorpecentes|estupefacientes), boca* de fumo, " +
  "(uso|consumo|venda|usuario*|usar|usando|vender|vendendo|consumir|largar as|efeito das|efeito de|mundo das) (de drogas|drogas|de droga|droga), " +
  "drogas (ilicitas|sinteticas|ilegais|pesadas|leves|k), " +
  "(drogado|drogada|drogados|se drogar|se droga|drogar se|drogando), entorpecente*, estupefacient*, " +
  "(dependencia|dependente|dependentes) quimic*, toxicodepend*, (clinica|casa|fazenda) de recuperacao, " +
  "(sindrome|crise) de abstinencia, (alcoolismo|alcoolatra|alcoolatras), alcoolicos anonimos, " +
  "(pai|mae|marido|esposo|irmao|filho|ex) (alcoolico|alcoolatra|drogado|viciado), " +
  "cogumelos (alucinogenos|magicos), (arma|armas) de fogo, " +
  "(porte|posse|trafico) (ilegal de|de|ilegais de) (arma|armas), " +
  "armas (quimicas|de destruicao em massa|biologicas|ilegais|de guerra), (carro|carros) bomba, " +
  "artefato* explosivo*, engenho* explosivo*, colete explosivo, ameaca de bomba, " +
  "bomba (caseira|atomica|nuclear), (coquetel|cocktail) molotov, gas (sarin|mostarda|lacrimogeneo), tiroteio*, " +
  "bala* perdida*, (baleado|baleados|balearam), " +
  "(morto|morta|mortos|assassinado|assassinada|atingido|morre) a (tiro|tiros|facadas), (facadas|esfaque*), " +
  "(chacina|chacinas) (no|na|em|deixa), (pornografia|exploracao|prostituicao|trabalho|mortalidade) infantil, " +
  "(maus tratos|abuso|violencia|crueldade) (infantil|a criancas|contra criancas|contra crianca|a menores|a crianca), " +
  "(bullying|cyberbullying|ciberbullying), conselho tutelar, disque 100, " +
  "(crianca|menina|menino|bebe|adolescente|menor|criancas|meninas|jovem) (desaparecida|desaparecido|desaparecidas|desaparecidos|sequestrada|sequestrado|raptada|raptado|abandonada|abandonado|violada|estuprada|abusada|maltratada|assassinada|assassinado|espancada), " +
  "(desaparecimento|sequestro|rapto|assassinato|estupro|violacao|abuso) de (crianca|criancas|menor|menores|uma menina|um menino|uma crianca|um bebe|bebe), " +
  "aliciamento de (menores|criancas|menor), crianca* soldado*, bebe sacudido, " +
  "(padrasto|tio|avo|pai|primo|padre) (me tocava|me toca|abusava|abusou|abusa|me estuprou|violava|violou), " +
  "(me batem|batem em mim|batem no meu filho|apanha na escola|apanho na escola|me bate em casa|apanho em casa|apanha em casa), " +
  "menina de .. gravida, (crime|crimes) (de guerra|contra a humanidade), cessar fogo, " +
  "(bombardeio*|bombardeamento*|bombardearam), " +
  "ataque* (aereo*|terrorista*|com drones|com misseis|suicida*|quimico*|nuclear*), " +
  "misseis (balisticos|de cruzeiro), (atentados|atentado (terrorista|a bomba|contra|em|suicida)), jihadis*, " +
  "limpeza etnica, (holocausto nazista|holocausto judeu|o holocausto|do holocausto), " +
  "campo* de (concentracao|exterminio|refugiados), (vala comum|valas comuns), (refens|fez refem|feito refem), " +
  "massacre (de civis|na escola|em escola|escolar|de inocentes|em creche), minas terrestres, " +
  "vitimas (mortais|fatais|civis|do terremoto|do terramoto|do atentado|das enchentes|das cheias), " +
  "mortos e .. (feridos|desaparecidos), " +
  "(dezenas|centenas|milhares|duzias) de (mortos|feridos|desaparecidos|desalojados|desabrigados), " +
  "(deixa|deixou|deixam|faz|fez) (pelo menos|ao menos) .. (mortos|feridos|morto), sem sobreviventes, terramoto*, " +
  "(terremoto|sismo|tremor) de magnitude, " +
  "(vitimas|tremor de terra|epicentro|apos o|replica do) (do terremoto|terremoto|do sismo|sismo), " +
  "tremor de terra, furacao de categoria, inundacoes, (enchentes|vitimas da enchente|perdi tudo na enchente), " +
  "(desabrigados|desalojados), " +
  "(deslizamento|deslizamentos|desabamento|desabamentos) (de terra|de terras|de predio|de lama|deixa|em), " +
  "soterrad*, rompimento (da|de) barragem, incendio* (florestal|florestais|mata|fatal), " +
  "(queda de|acidente com|acidente de) (aviao|helicoptero|avioneta|avionete), " +
  "(acidente|desastre|tragedia|catastrofe) (aereo|aerea|nuclear|natural|ferroviario|ferroviaria|humanitaria|ambiental), " +
  "(desastres naturais|catastrofes naturais), naufragio de (migrantes|barco|refugiados), descarrilamento*, " +
  "(quantos comprimidos|quantos remédios) (para morrer|são demais|para dormir são), sentido em acordar, motivo para acordar, alguém (notaria|perceberia|sentiria) se eu (sumisse|morresse|desaparecesse), ninguém (notaria|perceberia|sentiria) se eu, fabricar uma bomba, bomba caseira, homem armado na (minha|nossa|escola), atirador na (minha|nossa|escola), (foto|fotos) (nua|nuas) de uma (colega|aluna|menina), voltei a me injetar, recaí (na|no|nas) (heroína|crack|drogas|cocaína), lado do rosto (caiu|caído|torto|dormente)";
