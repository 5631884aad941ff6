import type { SubjectPatterns } from "../subject-patterns.ts";

const kin =
  "(pai|mae|papai|mamae|pais|avo|avos|vovo|vo|bisavo|filho|filha|filhos|filhinh*|irmao|irma|irmaos|marido|mulher|espos*|tio|tia|primo|prima|sogr*|cunhad*|sobrinh*|neto|neta|amigo|amiga|colega|bebe|gemeos|cachorr*|cao|cadela|gato|gata|gatinh*|cavalo|coelh*|namorad*|noiv*|madrinha|padrinho)";
const child =
  "(crianc*|filho|filha|filhos|filhas|filhinh*|menor|menores|bebe|bebes|alun*|adolescente*|sobrinh*|irmazinh*|irmaozinh*|priminh*|neto|neta|netos|menino|menina|meninos|meninas|garoto|garota|garotinh*|miudo*|miuda*|enteado|enteada|afilhad*|guri|piralho|molecada|moleque*|recem nascid*)";
const body =
  "(braco*|pulso*|coxa*|perna*|pele|mao|maos|cara|rosto|pescoco|olho*|cabeca|peito|costas|anca|quadril|dedo*|pe|joelho|barriga|estomago|labio*|lingua|garganta|costela*|cotovelo|ombro|tornozelo|ouvido|boca|corpo)";

/** Portuguese of Brazil and Portugal. `terminal`, `menor` and `arma secreta` are everyday words. */
export const pt: SubjectPatterns = {
  self_harm: {
    patterns: [
      "(quantos|quantas) .. (comprimidos|remedios|pilulas|paracetamol|dipirona*|rivotril) .. (demais|muito|morrer|fatal|letal|matar|suficiente*)",
      "(sentido|motivo|razao|vontade) .. (acordar|levantar da cama|continuar aqui)",
      "(alguem|ninguem) .. (notaria*|perceberia*|sentiria*|notar|perceber) .. (sumisse|morresse|desaparecesse|nao estivesse|falta)",
      "(vazio|inutil|fracassad*|cansei|culpa|vergonha|desesper*|psicolog*|terapia|terapeuta|panico|odeio|sofr*|magoa*|machuc*|angustia|ansiedade|internacao|abismo|internar|suicid*|automutil*|autoles*|autoagre*|autodestru*|enforc*|anorexi*|bulimi*|ortorexi*|compulsao|laxante*|depressao|depressiv*|deprimid*|antidepressiv*|bipolar*|sertralina|fluoxetina|litio|psiquiatr*|cvv|borderline|soniferos|precipicio|parapeito|viaduto|arranhei)",
      "(nao da mais|nao consigo mais|me sinto|desistir de|beco sem saida|nao vejo saida|sem saida|nao quero (estar|mais) (aqui|viver)|nao sai do quarto|vida nao (tem|faz) sentido|nao dou conta (mais)?|nao tenho (mais)? forcas|se eu nao? acordar|ninguem (repara|percebe|sabe) .. (dor|chor*|despedi*|corto)|estou (no limite|por um fio)|ultima noite|dia (seguinte|de amanha) .. (nao|viv*)|peso (para|pra)|desistir (da vida|de tudo|de viver)|desisti da vida|nunca ter nascido|me sinto (sozinh*|um|uma)|mal comigo|insonia .. (acabar|desist*)|se isolou|dou por mim .. (ponte|faca)|pesa (3|4)|peso .. vezes ao dia|farinha do corpo|setembro amarelo|transtorno* aliment*|disturbio* alimentar*|pensamento* (intrusivo*|ruins|negativo*)|linha (de|sos) (apoio|ajuda|vida)|saude mental|mato me|se mat*|me mato|ter se matado|mata se|nojo de mim|nojo do meu|me cort*|se cort*|cort* (me|se)|me arranh*|me ferir|ferir me|me queim*|eu mesma fiz|acabar com (tudo|isso|isto)|sem mim|minha falta|(um|sou) peso|um fardo|nao (aguento|suporto) mais|ja nao aguento|nao presto|nao sirvo|se eu (sumisse|desaparecesse|nao existisse))",
      "((vazi*|oca|oco) por dentro|me sinto (oca|vazi*|um lixo)|ninguem (liga|se importa|me quer|me ama)|fundo do poco|seguro de vida .. (famil*|melhor)|quando eu nao estiver|se eu fosse embora|me despedindo|se despedi*|despedi* (se|me)|plano de seguranca|apos a tentativa|tentativa de suic|tanto faz viver|(tir*|acab*|fim|termin*) .. (minha|sua|propria) (propria)? vida|a propria vida|(nao|nem|nunca) .. (viver|existir|acordar|ter nascido|levanta*|estar (aqui|viv*))|(cansad*|fart*|exaust*) de (viver|tudo|existir|lutar)|(sentido|vontade|gosto|razao|motivo*) .. (viver|vida|nada|levantar|existir)|(para|pra) que (viver|continuar)|parar de (sentir|existir)|nao vale a pena viver|(deixar|deixou|deixei) de comer|recusa comer|nao come (nada|mais)|dias sem comer|nao (levanta|quer levantar))",
      "(quero|queria|qria|vontade de|quer|prefiro|preferia|gostava de|penso em|pensar em|pensando em|pensei em|fala em|so penso|tomara|melhor) .. (sumir|desaparecer|dormir (para|pra) sempre|nao acordar|acabar com|pular|me jogar|arma .. mim)",
      "(corta*|corto|cortou|queim*|lamina*|cicatriz*|arranh*|marcas|soca|arranco|arranca) & (bracos|pulso*|coxas|mangas|si propri*|proposito|mim mesm*|parede|pele|cabelo|mochila|escond*)",
      "(atir* (me|se)|(me|se) atir*|(me|se) jog*|jogar|jogou se|saltar|saltou|pular|pulou|beira) & (ponte|comboio|trem|predio|varanda|linha|janela|rio|metro|telhado)",
      "cartela & (acordar|guardei|na mao|juntei|todos)",
      "(vomit*|comer|comida|come|garganta|refeicao|emagrecer|pesando|quilos|espelho|calorias|exercicio) & (escondid*|gord*|nojo|dedo|sem comer|orgulho*|forco|ossos)",
      "(corta|cortam|corte) se",
    ],
    except: [
      "grande depressao",
      "depressao .. (excel|grafico|1929)",
      "(jogar|jogo da|jogo de) forca",
      "forca (online|palavras|jogo)",
      "((quero|queria|vontade de) sumir .. (kk*|haha*)|(me|se) (corto|cortar|cortou|corta) .. (cabelo|franja|luz|internet|ligacao|unha*)|cortar se .. (cabelo|franja)|se mat* de (rir|trabalhar|estudar)|me matando de (rir|trabalhar)|esquadrao suicida|jogo da forca|sem mim (na|no) (grupo|foto)|bungee)",
    ],
  },
  sexual_violence: {
    patterns: [
      "(vergonhoso|medo|denunci*|crimes|tribunal|juiz|ameac*|cadeia|prisao|preso|presa|padrasto|gritos|grito|nua|delegacia|agarrad*|tarad*|nojento*|obscen*|desnud*|apav|pinchada|batizaram|estupr*|violacao|violacoes|violou|violar|violador*|violada|violadas|violado|violencia*|violent*|ultraj*|abuso*|abusa|abusam|abusar*|abusava|abusad*|assedi*|incesto|stalk*|molest*|apalp*|sexual*|sexo|feminicidi*|metoo|sextors*|prostitu*|proxenet*|bordel|nudes|agredi*|agride|agressor*|agressao|agressoes|masturb*|predador*|exibicionis*|voyeur*|encurral*|encox*|importunacao|aliciamento|aliciad*|deepfake*|porno*|consentimento|consentid*|revitimiz*|pelicot|weinstein|stealthing|coacao|chantag*|extors*|traum*|represalia*|genital*|escraviz*|abafou|machis*|burundanga|espanc*)",
      "(dick pic|relacionamento abusivo|namorado (ciumento|controlador)|abrigo para mulheres|boletim de ocorrencia|sem (o)? meu consent*|sem eu querer|me (obrigou|forcou|drogaram|apagou)|bebida batizada|disque 180|ligue 180|boa noite cinderela|exploracao de|(pilula|contracepcao) do dia|exame de corpo|corpo de delito|medida protetiva|casa abrigo|nao e nao|sem consent*|(me|se) esfreg*|fazer programa|o que ele (me)? fez|fez comigo|fazia com ela|fazia comigo|(me)? sinto suja|em cima de mim|minha vontade|tir* (a camisinha|o preservativo)|onde nao devia|me (segurou|agarrou|persegue|seguiu|espia|tocou|beijou)|(segurou|agarrou|seguiu) me|a forca|passou (a mao|dos limites)|passada de mao|mao* (em mim|na minha|na coxa|dele|dele em)|partes intimas|sem roupa e|apresentar queixa|fiz queixa|prestar queixa|fiquei (parada|paralisada|congelada|quieta|em choque)|(mesmo|quando) (quando)? eu? nao (quero|querendo)|nao me? lembr* de nada|trancou a porta|marcius melhem|joao de deus|lei maria da penha|beijo roubado|boate .. droga*|me (bate|batia|empurr*|humilh*|estrangul*|xinga)|bate me)",
      "(forca|forcou|obriga*|obrigou|pression*|insist*|disse que nao|disse nao|dormindo|ceder) & (transa*|relacoes|tirar a roupa|coisas que|namorado|marido|continuou|parou|beij*)",
      "(tocou|tocava|mao|maos|agarr*|beij*|mexia|rocar|encost*) & (bunda|rabo|seios|coxa*|chefe|onibus|autocarro|entre as pernas|treinador|massagista|pastor|padre|elevador|professor|metro|motorista)",
      "(bebida|copo|festa|bar|balada|boate|discoteca) & (colocaram|puseram|nao lembro|nao me lembro|nao se lembra|apag*)",
      "acordei & (lembro|sem roupa|com ele|quarto de)",
      "(foto|fotos|videos|video|imagens|camera) & (intim*|nuas|vaza*|vazou|espalh*|escondida|oculta|provador|banheiro)",
      "(marido|ex|namorado|companheiro|parceiro|esposo|pai) .. (me|te|a) (bate|amea*|empurr*|xing*|grita*|control*|humilh*|tranc*|prende*|persegu*|proib*)",
      "(film*|gravou|gravaram|espi*) & (sem (permissao|saber|pedir)|banho|escondid*|roupa|janela)",
    ],
    except: ["((educacao|saude|orientacao|reproducao) sexual|abusiv*|a forca (da gravidade|do habito))"],
  },
  grief: {
    patterns: [
      "(adeus|campa|cova|herdeiro*|partilhas|desenganad*|prognostico|irreversivel|anjinho|estrelinha|matou|matar|chorar|chorando|choro|doente*|doenca*|crematorio|exequias|coveiro|exumar|urna|memorial|homenagem|metastizado|velar|morreu|morreram|morte*|morto*|morta*|morrer|morrendo|morresse|morria|morro|morre|mortuari*|falec*|luto|velorio*|enterr*|funeral|funerais|funerari*|funebre*|sepult*|tumulo*|jazigo|cemiteri*|caixao|lapide|cremac*|cremar|cremad*|columbario|carpideira*|finados|alminhas|viuv*|orfao|orfa|orfaos|pesames|condolencia*|obito*|obituario|defunt*|cadaver*|exumac*|autopsia|necropsia|embals*|paliativ*|eutanasia|moribund*|agoniz*|agonia|aborto*|abortei|curetagem|cancer|cancro|tumor*|metastase*|leucemia|linfoma|melanoma|glioblast*|oncolog*|quimio*|radioterap*|alzheimer|demencia|natimorto|inconsolavel|heranca|testamento|inventario|trasladar|translad*|traslado|urnas|saudade|saudades|luctuos*)",
      "(ultima vez que|anos sem|ente querido|entes queridos|perda de (um|uma|meu|minha)|nojo por|fim de vida|ultimos (dias|momentos)|esperanca de vida|todos os santos|em memoria|sinto (a)? (falta|sua falta) (dele|dela|do meu|da minha)|falta (dele|dela)|sonho com (ele|ela|meu|minha)|alianca (dele|dela)|nunca cheg* a conhecer|nasceu sem vida|coracao parou|parou de bater|desligar (os)? aparelhos|esclerose lateral|foi diagnosticad*|nos deixou (cedo|em|ontem)|anos (da)? (partida|ausencia)|ausencia (dele|dela|do|da)|dor da perda|partida (dele|dela|do meu|da minha)|velas pelo|(fase|estado|paciente) terminal|(fase|estadio) (4|iv|quatro)|descans* em paz|em paz|doacao de orgaos|setimo dia|missa de|(dia|dias) de nojo|coroa de flores|nao resistiu|nao vai voltar|nao volta mais|nunca mais volta|nao voltara|(para o|pro|no) ceu|virou estrel*|se foi|nos deixou|partiu (cedo|tao|sem)|ultim* desejo*|medicos desistiram|nada a fazer|cama hospitalar|tombou em|me despedir|nao pude me despedir|lado (dele|dela)|cheiro (dele|dela)|continuo a falar com|com as cinzas|as cinzas|cinzas (do|da)|raiva de quem)",
      `(perdi|perdeu|perder|perda|perdemos) (de|do|da)? (o|a|os|um|uma|meu|minha|nosso|nossa|seu|sua)? (meu|minha|nosso|nossa|seu|sua|e)? ${kin}`,
      `${kin} .. (partiu|ja nao esta|nao esta mais|abater|faz falta|piorou .. terminal)`,
      "(dias|semanas|meses|anos|ano) .. (de vida|sem (voce|ti|ele|ela)|que (ele|ela)? (partiu|se foi))",
      "(viver|natal|aniversario|seguir|dia (das maes|dos pais)|casa|vazia|silencio|cama) sem (ele|ela|ti|voce|meu|minha|o meu|a minha)",
      "(medico*|hospital) .. (pouco tempo|levem|de madrugada|ultim*)",
    ],
    except: [
      "(gato|gata|cachorro|bebe) .. (adormeceu|dormiu|dormindo) .. (teclado|sofa|cama|colo|notebook)",
      "(chor*) & (cebola|filme)",
      "((mor*|mort*) de (fome|rir|sono|frio|calor|medo|cansaco|sede|amor|inveja|vergonha|vontade|curiosidade|saudade*)|(chorar|choro|chorando) de rir|(filme*|musica*|serie*) .. (chorar|saudade)|bebe .. (chora*|choro)|(subir|no|do|o) morro|morro (do|da|de)|peso morto|em paz .. (yoga|meditacao)|(signo|horoscopo) .. (cancer|cancro)|inventario (de|do) (estoque|loja|jogo|minecraft)|(antigo|novo) testamento|heranca (em|no) (java|python)|matar saudade*|noiva cadaver|(detetive|filme|serie|livro|jogo|roteiro|fantasia) .. (mort*|corpo|cadaver*)|walking dead|dead redemption)",
    ],
  },
  medical_emergency: {
    patterns: [
      "(engoliu|bebeu|comeu|ingeriu|tomou|engolido|bebido) & (lava loucas|lavar louca|maquina de lavar|detergente|agua sanitaria|candida|lixivia|aguarras|solvente|diluente|tiner|thinner|anticongelante|desentupidor|amaciante|acetona|pilha|bateria|ima|imas|veneno|soda caustica|gasolina)",
      "(rosto|boca|cara|labio) .. (caiu|caido|torto|torta|paralisad*|dormente|repuxad*)",
      "(lado|metade) do (rosto|corpo)",
      "(doi|respira|respirar|respirando|respiro|queimou|queimei|queimad*|engoliu|engoli|picou|picada|picadas|mordeu|mordida|mordido|bateu|batimento*|dormente|formigamento|formigueiro|veia|arteria|sangue|alergi*|cirurgia|dose|doses|remedio*|comprimid*|doendo|inchad*|inchaco|(injecao|injecoes)|injet*|dores|cesariana|cesarea|botulismo|bronquiolite|calafrios|toracica|toracico|abdomen|sutura|deslocad*|infeccao|hernia|toxic*|desacordad*|ingestao|ingerir|capotou|capotamento|desfalec*|colapso|infart*|enfarte*|enfarto|avc|derrame|aneurisma*|embolia*|trombo*|inconscien*|desmai*|overdose|sobredos*|intoxic*|envenen*|veneno*|afog*|engasg*|asfixi*|sufoc*|convuls*|epilep*|epiletic*|anafila*|hemorragi*|reanima*|ressuscitacao|rcp|desfibril*|heimlich|urgencias|ambulancia*|apendicite|meningite|sepse|sepsis|septic*|peritonite|pneumonia|ferid*|acidente|acidentes|acidentad*|eletrocut*|atropel*|fratura*|amput*|hipotermia|hipoglicemia|insolacao|eclampsia|torniquete|pupila*|delira*|monoxido|samu|chumbinho|jararaca|cascavel|raticida|desentupidor|agrotoxico*|taquicardia|arritmia|palpitac*|tetano|uti|parto|parteira|sangramento|sangrando|sangra|sangrar|hematoma*)",
      "(vomito|vomitos|vomitando|vomita|vomitar|enjoo|nausea*|tontura*|febre|palid*|dormencia|balbuci*|socorro|emergencia|babando|moleira|escoriac*)",
      "(pressao (subiu|caiu|alta|baixa)|coracao (acelerado|disparado)|corte (fundo|profundo)|produto* quimico*|crise de|caiu (e|da|de|do)|(112|192|193|911)|intern* (na|no|em|de urgencia)|fica* (roxo|roxa|azul)|(esta|ficou|ta) (roxo|roxa|azul|mole|molinh*|gelad*|confus*)|tosse com|olhos revirad*|rev* os olhos|crise (hipertensiva|renal)|pedra no rim|tomou tudo|batida de carro|bati (o|com) (o)? carro|caiu (da|do|de|na|no) (cama|escada|bicicleta|moto|berco|cavalo)|nao (sente|sinto|para de tremer|consegue (andar|falar|mexer))|golpe de calor|ataque cardiaco|(paragem|parada|massagem) cardiac*|primeiros socorros|(ligar|ligo|chamar|chamo) .. (112|192|193|bombeiros)|(os|sem) sentidos|(perd*|a|sem) (a)? consciencia|posicao lateral|suor frio|suando frio|fala* (estranho|enrolad*)|vista (dupla|turva)|visao (turva|dupla)|(para o|pro|no|ao|num) hospital|nao (acorda|reage|responde|se mexe)|bolsa (estourou|rompeu|rebentou)|rebent* as aguas|cheiro (de|a) gas|fuga de gas|vazamento de gas|crise de asma|tomou choque|levou (um)? choque|choque (eletrico|anafil*)|unhas .. azul*|ta azul|labios (roxos|azuis)|em coma)",
      "(cortado fora|soda caustica|roncando estranho|passou mal|passando mal|caido na|caida na)",
      "(nao|consegue|consigo|dificuldade|falta|custa|sem|mal) .. (de ar|urinar)",
      "(dor|pressao|aperto|peso) & (peito|braco esquerdo|forte demais|insuportavel|horrivel|de repente|barriga|gravida|lado direito|testiculo|pior)",
      `${body} .. (tort*|paralis*|dormente*|formig*|adormec*|nao mexe|roxo|roxa|virado|quebrad*|partid*|caid*|azulad*)`,
      "(sinto|sente|mexe|mexer|sentir|levantar) .. (pernas|perna|braco*)",
      "(bebeu|bebi|ingeriu|tomou|tomei|comeu|mistur*|inalou|enfiou|meteu) & (pilha|moeda|detergente|cartela|cloro|lixivia|agua sanitaria|a mais|varios|nariz|ima|imas|gasolina|planta|cogumelo*|botao|vinagre|sem querer|por engano)",
      "(sangra*|sangria) & (nao para|gravida|vomit*|toss*|estanc*|perd*|nariz|urina|fezes|gengiva*|muito|jorra|parar|ouvido)",
      "(paracetamol|ibuprofeno|dipirona|insulina|anticoagulante) & (demais|por engano|a caixa toda|de uma vez|em dobro|duplicado|dobrada|crianca)",
      "(picad*|mord*) .. (cobra|escorpiao|vibora|cachorro|cao|aranha|abelha*|morcego|vespa*|agua viva)",
      "(caiu|cai|queda|escorreg*|tombo) & (cabeca|escada*|telhado|vomit*|arvore|anca|bacia|moto|andaime|idosa|idoso|balanco|casa de banho|andar|braco|altura|cama)",
      `(cortei|cortou|corte|esmag*|furou|prendeu|cravou|pele) & ${body} & (fundo|profund*|quente|serra|vidro|rojao|fogo|oleo|prego|porta|maquina)`,
      "(espinha|osso|moeda|comida|carne) .. garganta",
      "(gravida|gravidez|contracoes|semanas|pos parto) & (sangr*|queda|minutos|rebentou|rompeu|mexe*|encharc*|visao)",
      "(glicose|glicemia|diabetic*|acucar) & (confus*|suad*|trem*|baix*|suando|desorient*)",
      "(olho|olhos) & (lixivia|spray|pimenta|cloro|acido|cal|vidro|cola|caco)",
      "(diarreia|fralda seca|desidratad*) & (bebe|fralda)",
      "(motociclista|ciclista|peao|idosa|idoso) & (estrada|caid*|capacete|chao)",
    ],
    except: [
      "(minha|a|sua|tua|nossa|uma|da|sobre) tia",
      "(afog* (em|na|no|nas|nos|com) (divida*|trabalho|e|emails|tarefas|papel*|boletos|provas)|me afogando em|estou afogad* em|afog* .. (motor|carburador)|sangria de (assinant*|client*)|veneno* .. (formiga*|rato*|barata*|cupim|caracol)|(filme|preco*) de infarto|ataque de riso|febre (de consumo|do ouro)|saida de emergencia|fundo de emergencia|reserva de emergencia|acidente geografico|passou mal de rir|tom palido|picada .. mosquito)",
    ],
  },
  weapons_drugs: {
    patterns: [
      "(bomba|bombas|explosivo*|granada) & (fabric*|constru*|fazer uma|caseir*|montar|ferragens)",
      "(recai|recaida|recaiu) & (injet*|drog*|usei|limpo|limpa|heroina|crack|cocaina|ontem|agulha|seringa)",
      "(dependencia|assalt*|bebedeira|alcoolemia|autodefesa|cacadeira|substancias|apostas|bets|cassino|ganza|ganzas|erva|doping|cocaina|heroina|maconh*|marijuana|canabis|cannabis|haxixe|chamon|mdma|ecstasy|lsd|ketamina|cetamina|fentanil|metanfetamin*|anfetamina*|ghb|charro|charros|thc|cbd|k9|clonazepam|tramadol|rivotril|xanax|zolpidem|alprazolam|diazepam|lorazepam|morfina|opio|opioide*|codeina|oxicodona|metadona|naloxona|kratom|ayahuasca|cogumelos|ritalina|venvanse|anabolizante*|droga|drogas|drogar|drogando|drogad*|drogou|antidroga*|traficante*|narco*|alcoolis*|alcoolatra*|alcoolic*|desintox*|abstinencia|reabilitacao|recaida|recai|viciad*|vicio|vicios|dependente|seringa*|alucin*|esnif*|lolo|crack|skank|baseado|cachaca|bebad*|embriag*|ressaca|tranquilizante*|ansioliticos|calmante*|benzodiaz*|rehab|toxicodepend*|toxicolog*|estupefac*|mafia|faccao|milicia*|contrabando|apreend*|xarope|ludopat*|rave|entorpecente*|psicotropico*|ampolas|narguile|balinha|trafico|pistola*|revolver|espingarda*|fuzil|fuzis|rifle*|metralhadora*|carabina|municao|municoes|silenciador|explosivo*|granadas|dinamite|polvora)",
      "(molotov|armas|armado|armados|armada|armament*|desarmamento|tiroteio*|tiros|balas|calibre|canivete*|navalha*|punhal*|facao|machete|taser|cacetete|disparo|disparos|disparou|homicid*|assassin*|sicario*|esfaque*|facada*|balead*|chacina*|airsoft)",
      "(beb* demais|beber e|garrafa* vazia*|defesa pessoal|posse de|carteirinha de cac|jogo (patologico|compulsivo)|salas de consumo|consumo (assistido|de drogas)|largar (a bebida|o vicio|o po|a droga)|ele (bebe|usa|cheira)|cheir* (po|cola)|po .. (nariz|cheir*)|esquadrao antibombas|(o|a|uma|sua|essa|esta) arma|faca (na|de)? mato|sem porte|cac e|registo de arma|boca de fumo|dark web|mercado negro|al anon|(fazenda|clinica|casa) de recuperacao|comunidade terapeutica|doze passos|12 passos|lanca perfume|cheirar cola|fum* (pedra|pedras)|volt* (para|pra) a? pedra|(parar|sem|voltei|voltou) (de|a)? (cheirar|beber|fumar erva)|reducao de danos|bad trip|como mula|gramas de|ma viagem|jogo do tigrinho|garota molhada|(comprar|fumar|fuma|fumando|vend*|usando|usa|largar) .. (coca|md|pedra|bala|doce|po)|tomar bala|(pino*|papelote*|saquinho*) .. (po|coca*)|besta e flecha|arma de (fogo|pressao)|(uma|comprar|sem|minha|porte de|posse de|a|entregar|com|usar a) arma|bala perdida|soco ingles|spray de (pimenta|gas)|gas pimenta|granada de mao|ak 47|bomba caseira|(fazer|fabricar|montar) uma bomba)",
      "(atira (para|pro) o? (ar|alto)|(prova|clube|stand|aula*) de tiro)",
      "pedra & (fum*|clinica)",
      "(md|bala) & (cabelo|exame|tomei)",
      "(po branco|saquinho*|pinos) & (filh*|marido|quarto|mochila|casaco)",
      "(bebo|bebe|beber|bebida|cerveja*|vinho|vodka|vodca|garrafas|garrafa) & (todo dia|todos os dias|todas as noites|nao consigo|de manha|escond*|parar de beber|desde os|conduz*|dirig*|tremer|some)",
    ],
    except: [
      "coca ou pepsi",
      "coca (e|vs) pepsi",
      "pastilha* .. (louca*|freio)",
      "pistola* de (agua|cola|pintura|silicone|calor)",
      "(manga de arma|arma secreta|pistola* de (cola|massagem|silicone|agua|pintura|brinquedo|bolha*)|que droga de (tempo|transito)|droga raia|drogaria|viciad* (em|na|no|nas|nos) (serie*|dorama*|chocolate|cafe|jogo*|palavra*|sudoku*|podcast*|leitura|academia)|erva (doce|cidreira|mate)|coca cola|indica (um|uma|uns|umas|o|a|algum*)|alcool (em gel|isopropilico|70|gel)|sem alcool|assassin* de mentira|(festa|jogo|detetive|filme|livro|serie) .. assassin*|assassins|(camera|preco*|conta) .. dispar*|(tiro|tiros) (de meta|ao alvo)|(granada|cogumelos) .. (roma|receita|salada|risoto|strogonoff)|(receita|salada|risoto|strogonoff|molho) .. cogumelos|cogumelos (paris|shimeji|shitake|salteados)|de ressaca .. livro|vicio de linguagem|xarope de (bordo|milho|acer|agave)|trafico de (influencia|dados)|presa no (transito|elevador|trabalho)|armad* de paciencia)",
    ],
  },
  minors: {
    patterns: [
      "(foto*|video*|imagem*|nudes) .. (nu|nua|nuas|pelad*|intim*)? & (colega de (turma|classe|sala)|colega*|turma|escola|alun*|(10|11|12|13|14|15|16) anos) & (nua|nuas|pelad*|nudes|intim*)",
      "(menores|fome|abandon*|palmada*|sexting|acolhimento|pedofil*|pederast*|aliciamento|aliciador*|bullying|cyberbullying|sequestr*|rapto|raptad*|orfanato|desaparecid*|desaparecimento|infanticidio|negligencia|reformatorio|nardoni|maddie|cpcj|eca)",
      "(criancas em risco|menor* em risco|proteger (as|uma|a)? crianc*|castigo* fisico*|guarda (do|da|dos) (meu|minha|filh*)|poder familiar|regulacao (do)? poder|desafio* (viral|da internet)|perfil falso|juizado (da infancia|de menores)|comissao de protecao|crianca* (de rua|perdid*|trabalh*|soldado*)|obrig* a (mendigar|trabalhar)|fechad* no carro|dentro do carro|familia acolhedora|esqueci* no carro|apanha* (do|da|em casa|na escola|de)|puxao de orelha|trocad* mensagen* .. (velho|adulto)|me (batem|zoam|excluem|empurram) na escola|alienacao parental|creche .. maus|guarda compartilhada|henry borel|(pornografia|abuso|trabalho|casamento|exploracao|prostituicao|trafico) infantil|maus tratos|conselho tutelar|disque 100|116 111|assistente social|(fugir|expuls*|fugi) (de|do|da) (casa|abrigo|madrasta)|medo .. (voltar|ir) .. casa|medo (do meu (pai|padrasto)|da hora)|toca em mim|me toca|mutilacao genital|adocao ilegal|trafico de (criancas|bebes|pessoas|orgaos)|bebe* sacudid*|casar com um homem|tive um filho .. (13|14|15)|crianca* (perdid*|soldado*))",
      "(escola|colegio|recreio|turma|aula|cole) & (bat*|gozam|zoam|insult*|ameac*|empurr*|humilh*|excluem|apelido*|esperam|sozinho)",
      "(11|12|13|14|15) anos & (gravida|homem|namorado|mais velho|medo|bat*|fug*)",
      "(choro|gritos|berros) & (crianc*|vizinh*|bebe)",
      `${child} & (sofre|sofrem|perigo|proteg*|chora|chorando|amarrad*|castig*|levaram|abus*|estupr*|violad*|desaparec*|maltrat*|agredi*|nua|nudes|hematoma*|prostitu*|assassin*|tranca*|negligen*|tocou|ameac*|segredo*|sozinh* .. (noite|horas|dias|casa|ape)|deixam sozinh*|xixi na cama|nao (voltou|apareceu|chegou)|fugiu|sumiu|sumiram|sacode|sacudiu|espanc*|bate|bateu|batem|belisc*|gozad*|empurrad*|humilh*|zoad*|grit* .. noite|com fome|passa fome|marcas|magr* .. come|de comer|pede comida|pedindo esmola|esmola|descalc*|perdid*|arrast*|levar* a forca|achad*|costelas|quebrad*|rebentad*|socos|murros|choro .. noite|olheiro|trafico|porta do colegio|dinheiro pras|nariz quebrado|caso|na rua .. noite|meia noite)`,
      "(homem|cara|tipo|senhor|adulto*|desconhecid*|estranh*|professor|treinador|alguem|vizinho|tio|velho|coroa) & (mand*|escrev*|fala|falando|pediu|pede|pedindo|segu*|contact*|ofereceu|oferece|marc*|convers*|foto*|envi*|convid*|encontr*|instagram|roblox|discord|presente|sabe onde) & (filha|filho|sobrinh*|crianc*|menor*|alun*|menin*|neta|estudo|(11|12|13|14|15) anos)",
      "(pai|mae|padrasto|madrasta|vizinh*|tio|avo|pais) .. (bate*|cinto|tranca*|espanca*|some|somem|queim*|me xinga)",
      "(padre|treinador|padrasto|tio|avo|professor) & (segredo*|banho|cama|colo|meu quarto|jogo que)",
      "(tenho|fiz) (10|11|12|13|14|15)",
      "vizinh* & (crianc*|bebe|filh*|menin*) & (chor*|grit*|sozinh*|bat*)",
      `${child} & (cueca*|calcinha|webcam|snapchat|com o cinto|de fio)`,
      "(creche|professora|abrigo|baba|auxiliar|educadora|ama|van escolar|bercario) & (bate|batem|bateu|grita*|maltrat*|jogou|sacudiu|belisc*|marcas|medo)",
      "desafio (do|da) & (crianc*|garot*|menin*)",
    ],
    except: [
      "(tenho|fiz) .. (euros|reais|minutos|dias|horas|pessoas|litros|metros|gb|quilos|convidados|semanas|meses|gatos|fotos)",
      "(roteiro|festa|tesouro|ursinho|jogo) .. sequestr*",
    ],
  },
  war_disaster: {
    patterns: [
      "(homem|cara|alguem|aluno|atirador) .. (armado|arma|pistola|faca|atirando) & (escola|colegio|faculdade|sala|escondid*)",
      "(militar*|fronteira*|resgat*|sobreviv*|tragedia*|atac*|vitima*|sirene*|cerco|sitiad*|exilad*|exilio|deporta*|fugiram|armisticio|escravidao|escravatura|insurgen*|repressao|golpistas|tanques|veterano*|temporal|tempestade*|torrencial|debandada|raio|epicentro|rompimento|mariana|petropolis|revolta|holodomor|inquisicao|colonos|bunker|submarino|desab*|ilhad*|transbord*|alag*|rachadur*|desmoron*|cratera|apagao|guerra|guerras|guerrilh*|paramilitar*|belic*|ditadura*|reservista*|recrut*|soldado*|exercito*|tropas|artilharia|trincheira*|bombarde*|bombas|missil|misseis|invasao|invadi*|atentado*|terroris*|jihad*|daesh|isis|hamas|hezbol*|taliban*|massacre*|genocid*|holocausto|exterminio|auschwitz|nazis*|apartheid|refem|refens|atirador*|refugiad*|deslocad*|desertor*|combateu|combatente*|tregua|humanitari*|retornados|mh370|motim|saques|carandiru|candelaria|gaza|palestin*|cisjordania|israel|israelense*|beirute|libano|siria|iemen|sudao|ucrani*|kiev|kharkiv|mariupol|donbas|putin|zelensk*|telavive|afeganist*|cabul|sarajevo|bosnia|ruanda|haiti|chernobyl|hiroshima|nagasaki|brumadinho|pedrogao|terremoto*)",
      "(terramoto*|sismo*|sismic*|tremor|tremores|tsunami*|maremoto|enchente*|inundac*|inundad*|inundou|cheias|furacao|furacoes|ciclone*|tornado*|tufao|vendaval|granizo|erupcao|deslizament*|soterrad*|barragem|incendio*|queimada*|seca|secas|avalanche*|catastrof*|desastre*|calamidade|desalojad*|evacuar|evacuad*|evacuacao|naufrag*|descarril*|explosao|explosoes|explodiu|escombros|radiacao|nuclear*|radioativ*|epidemia*|ebola|migrante*)",
      "(tromba d agua|minas terrestres|mina terrestre|acordo de paz|conflito* (em|no|na|entre)|alerta (vermelho|laranja)|gas lacrimogeneo|mare negra|sem (teto|abrigo)|perdi tudo|ataque* (aereo|com|a|em|contra|russo)|queda de|ocupacao (russa|israelita|alema)|abrigo anti*|golpe de estado|cessar fogo|bomba (atomica|relogio)|hora da bomba|estado islamico|al qaeda|11 de setembro|batalha de|frente de|toque de recolher|recolher obrigatorio|estado de sitio|campo* de concentracao|pode ser convocado|pedir asilo|limpeza etnica|ponte aerea|(11|caso) .. wtc|boate kiss|oriente medio|medio oriente|mocambique .. cabo delgado|cabo delgado|vulcao .. (ativo|alerta)|onda de calor|defesa civil|protecao civil|(estamos|ficamos) (no telhado|isolados|presos)|perdemos (a casa|tudo|nossa casa)|(destruiu|arrasou|levou) .. (lavoura|casa*|telhado*|aldeia|cidade))",
      "(aviao|helicoptero|comboio|trem|barco|onibus|voo|metro|navio) & (queda|caiu|afund*|desapareceu|despist*|choc*|bat* de frente|buscas)",
      "(russia|russo*|ira|otan|china|coreia do norte|taiwan|drones) & (ataque*|invas*|drones|noite)",
      "(agua|rio|lama|mar) .. (subindo|a subir|sobe|entrou|entrando|levou|cintura|pescoco)",
      "(predio|casa|chao|tudo) (treme|a tremer|tremendo)",
    ],
    except: [
      "(petit gateau|bolo|chocolate) & vulcao",
      "(guerra (nas|das|de|dos) (estrelas|bexiga*|almofada*|travesseiro*|mundos|tronos|precos|agua|balao*)|(chuva|tsunami|enxurrada|avalanche|explosao|enchente|inundad*) de (promoc*|ideias|ofertas|mensagens|mail*|sabor*|cor*|descontos|e)|bombarde* com|roupa .. seca|(lavar|maquina) .. (seca|roupa*)|lava (a|o|as|os|loucas|roupa|jato|carro|pes|rapido)|(que|quem|nao|como) se? lava|(pele|carne|tosse|fruta*|boca|massa|folha*) .. seca|seca (a|o|em|de|com)|gelo sec*|lavaloucas|batalha de (rap|rima*)|desastre (na cozinha|de penteado|com)|cabeca .. explod*)",
    ],
  },
  except: [
    "vitima* da moda",
    "seringa* .. (cozinha|culinaria|confeitaria)",
    "bomba* de (banho|agua|calor|chocolate|creme)",
    "(mort*|morr*|mat*|assassin*|guerra|batalha*|bomba|bombas|explo*|dispar*|bala|pistola|arma|armas|veneno*|afog*|atac*|ataque*|viciad*|terremoto|tsunami|vulcao|furacao|avalanche|incendi*|fogo|inund*|cadaver*|zumbi*|tumulo|cemiterio|enterr*|orfa*|sangr*|sangue|hemorragi*|ferid*|queim*|crise|resgat*|sequestr*|abort*|caiu|queda|sobreviv*|chor*|defunt*|agoniz*|mina|minas|missil|granada|municao|soldado*|exercito|tragedia|surra|cort*|tiro) & (bateria|pilha|celular|telemovel|telefone|planta*|pc|computador|portatil|notebook|impressora|console|roteador|wifi|tela|disco|servidor|app|windows|excel|android|iphone|python|linux|script|codigo|videojogo|minecraft|fortnite|zelda|pokemon|chefao|filme*|netflix|fantasia|halloween|receita*|bolo|molho|chocolate|pao|massa|salada|sorvete|gelado|futebol|gol|golo|show|musica|album|jardim|vaso|formiga*|barata*|mosquito*|praga|bolbo*|grama|relva|maquiagem|maquilhagem|decor*|artesanato|promoc*|newsletter|mails|notificacoes|marketing|drink|lego|xadrez|sims|festa|niver)",
  ],
};
