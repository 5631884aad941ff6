/**
 * Folded words of four letters or more that many ordinary questions have (test/core/topics/sensitive/questions). They make the search
 * faster and change nothing that it finds: a pattern is looked for by a rarer word if it has one.
 */
export const commonWords: ReadonlySet<string> = new Set(
  (
    "abend aber about abuela account acqua affitto after again agosto agua ahora aide ajuda alayim alinir " +
    "alla alle allein aller alles alone alten always andare ander anni anniversaire anno anos antes " +
    "apartamento apprendre aprender apres araba arrive auch auto avant avec avoir baby back bambini " +
    "banaye bangalore bank base batao bebe because been before beim bekomme best besten better between " +
    "bici birthday bitte block blood bloque bolo bonne brauche bring broken buena butce cachorro cada " +
    "cadeau cambiar cambio canape cane card carro carta carte casa casero cassee cents cette change " +
    "changer chat cherche chez chien child chilometri cinco cinq cinque cita coche cocina cocuk cold " +
    "combien come comer comment como compte conta conviene correo cosa could couper crianca cual cuando " +
    "cuanto cuantos cuatro cuenta cumple dans darf dark dass days dead della delle depois depuis desde " +
    "deteste deux deze dias dicas dice diez diferenca diferencia difference differenza digo dilekcesi " +
    "dimanche dire dizi doce doctor doen does dogum dois domingo donde door dopo dormir dormire douze " +
    "dove down drei ecole ecris eerste eine einem einen einer einfach elektrische elle emprego enfant " +
    "enlever entre ersten escreva escritorio esercizi esiste eski essen esta este eten etranger etwas " +
    "euro euros evde every explain explica faccio faco faire fait fare farki fatto faut fazer festa fiets " +
    "fight figlio filho fille film fils find fire first five fois forno four frais frau free from " +
    "funciona furs gaat gato gatto gaya geburtstag gece gegen geht gelir gestern ghar gibt giochi giorni " +
    "girl give goed goede good graca grand gunluk gunu haar habe haben hace hacer hago hair hali handy " +
    "hangi hatte have hebben heeft heisst help helpt heure heures heute hija hijo hilft hindi hoeveel " +
    "hoje home hond hopital hora horas hospital houdt house huis hund hurt icin ideas idee ideen idees " +
    "ideias immer imparare ingles inglese insurance into irma isim izmir jaar jahr jaja jamais jemand " +
    "jetzt jour journee jours just kadar kaha kahve kaisa kaise kann kannst kare karna karte katze keep " +
    "keeps kids kind kinder kira kisa kitchen kitne kleine know kolay komme kommt komt konto kopen kost " +
    "krieg kucuk kwijt laat lang lange laptop lassen last lavoro learn leave left legenda leite leren " +
    "letra leuk leuke levar like lisboa list listesi liye lleva lluvia lohnt long lost maak maas machen " +
    "machine madchen madre mail mais make maken makinesi manana manger many maquina marche mare mariage " +
    "matin mean medico meglio mehr meilleur mein meine meinen meiner mejor melhor meme menos mere meses " +
    "mich miedo mijn milega minha minuten misin miyim mochte moet mois month more morning mort morte " +
    "mother mots much muss naam naar nach nacht nachts nahi name nasil necesito need nereden neue neuf " +
    "never next nicht niet nieuwe night nina nino noch noche noel noir noite nome nonna noorwegen normal " +
    "notte nuit nunca oder oficina oggi ogrenmek ohne okul oleo olmali olsun olur onde oner onerisi only " +
    "open order otra oublie over padre pagar palestra para paris part party passe passo passt paura pedir " +
    "pehle people perche perdu pero perro persone pessoas petite peur peut peux phone piano piso planta " +
    "play please plein plus poco police poner porto posso pour pourquoi premier prima primeiro primera " +
    "puede puedo puis python qual quale quali quand quando quante quanti quanto quantos quarto quatre " +
    "queda quel quelle quelles quels quem quer quero questa quien quiere quiero quitar quoi raha reais " +
    "really receita receta recipe recusar regalo regras rendez resumo rezept riassunto ricetta right " +
    "rijst rond ropa rota roupa rutina saat sabado sagen sagt sala sale salle same samedi sang sangre " +
    "sans says schneiden schoenen schon school schoonmaken schreibt schrijf scuola secondo seis seit " +
    "semaines semana senza serve sette seul seule should sich siempre significa siir since sind size " +
    "sleep small sofa sohn soir sola soll solo someone something sono sonra sotto sous spiaggia spor " +
    "stagione start stasera steht stijve still stop suis sulla sunday take tarda tarde tarifi tarika " +
    "tarjeta tegen telefoon televizyon tell tempo temps tengo than that them there they this three tiempo " +
    "tien tiene time tirar tochter todo toujours tous tout toute train trein treino tres trocar trois " +
    "trop tussen twee tweedehands uber ucreti umzug under unser unterschied uyku vacaciones vacances " +
    "vanaf vecino vedere velo vendere verdad verloren vermieter verschil vertaal veut viejo viel viele " +
    "vient vier vieux vijf visto voglio voir voisin voiture voor voudrais vous vrouw vuole waar waarom " +
    "wann wanneer want wants warum water wedding week weekend weeks weer weil weint welche welcher " +
    "welches welk welke wenn what whats when where which wieder will winter wird with without wordt work " +
    "worth would write wrong yalniz yapilir yapmak yazar year years yeni your zaman zehn zelf zijn zonder " +
    "zwei zwembad zwischen авто больше было вдома вечер вечером взяти взять выбрать відпустку делать день " +
    "деньги десять днів дома если есть забыл завтра зимои знаити зробити идеи каждыи какая какие какои " +
    "карту киів когда коли которыи коштує куда куди купити купить лучше маме маму меня менять мені может " +
    "можна можно надеть надо напиши неделю ничего новыи ночь ночью нужно одна онлаин отличается отпуск " +
    "паспорт перед пити подарувати после посмотреть почему поясни просто пять після работает рецепт " +
    "робити рождения сделать сказать сколько скільки слова смотреть сосед сочи стоит субботу счет таке " +
    "телефон теперь тисяч только треба убрать украінською хочет хочу через четыре чому чтобы школа этом " +
    "якии ідеі інтернет ابدا ابني ارتب اريد اغير افضل اكتب الاسبوع البيت الرياض السياره الفرق الماء النوم " +
    "اليوم بدون بسيطه تجديد تعلم تمارين جدول جوال حساب حماتي خفيفه ديكور رساله ساعه سياره صغير صغيره " +
    "طريقه عندي غرفه قصير قصيره كتاب كلمه كيلو للمبتديين مطبخ موعد هديه अच्छा आसान ऑनलाइन करने करूं करें " +
    "कार्ड कितना कितनी कितने कैसे क्या क्यों गाना घूमने चाहिए जन्मदिन जल्दी ज्यादा तरीका तैयारी दर्द नंबर " +
    "नहीं नाटक नौकरी पत्र पानी पुराने पुलिस बच्चे बच्चों बताओ बनाऊं बनाएं मशीन मसाला मुंबई मेरा मेरी " +
    "मोबाइल शादी साड़ी सुबह स्कूल हिंदी 스트레칭"
  ).split(" "),
);
