import { house, mill, penny, tern } from "./brands.ts";
import { body, botAd, choices, type DemoAd, link, picture, scene, title, webAd } from "./parts.ts";

/** One campaign for each format and the bot, open to everybody in English, and a house campaign. */
export function openAds(baseUrl: string): readonly DemoAd[] {
  return [
    webAd("open-text", mill, "text", [
      scene(
        "ad",
        title("Beans roasted this morning"),
        body("Small batches, posted the same day."),
        link("Find a roast", `${mill.site}roasts`),
      ),
    ]),
    webAd("open-image", tern, "image", [
      scene(
        "ad",
        picture(baseUrl, "harbour", "A sailing boat in a calm harbour"),
        link("See the islands", `${tern.site}islands`),
      ),
    ]),
    webAd("open-response", mill, "response", [
      scene(
        "ad",
        body(
          "By the way: Morrow & Mill sends a tasting box with four roasts, and takes back what you do not like.",
        ),
        link("Order the box", `${mill.site}tasting-box`),
      ),
    ]),
    webAd("open-card", tern, "card", [
      scene(
        "ad",
        picture(baseUrl, "trail", "A path between green hills"),
        title("Three days on foot"),
        body("Hut to hut, luggage carried, maps included."),
        link("Choose a trail", `${tern.site}hut-to-hut`),
      ),
    ]),
    webAd("open-consent", penny, "consent", [
      scene(
        "ask",
        title("May we show you a savings tip?"),
        body("It takes two taps. Nothing happens if you decline."),
        choices(["Yes, show me", "tip", "agreed"], ["No, thanks", "bye", "declined"]),
      ),
      scene(
        "tip",
        picture(baseUrl, "piggy", "A piggy bank and a coin"),
        title("Round up every purchase"),
        body("The change goes to your savings pot by itself."),
        link("Open a pot", `${penny.site}pots`),
      ),
      scene("bye", body("All right. We will not ask again today.")),
    ]),
    webAd("open-quiz", mill, "quiz", [
      scene(
        "milk",
        title("Which coffee are you? 1 of 2"),
        body("Milk?"),
        choices(["Always", "time-milk", "milk"], ["Never", "time-black", "black"]),
      ),
      scene(
        "time-milk",
        title("Which coffee are you? 2 of 2"),
        body("Mornings are …"),
        choices(["slow", "latte", "slow"], ["short", "cortado", "short"]),
      ),
      scene(
        "time-black",
        title("Which coffee are you? 2 of 2"),
        body("Mornings are …"),
        choices(["slow", "filter", "slow"], ["short", "espresso", "short"]),
      ),
      scene(
        "latte",
        title("You are a latte"),
        body("Soft, patient, good company."),
        link("Beans for lattes", `${mill.site}for/latte`),
      ),
      scene(
        "cortado",
        title("You are a cortado"),
        body("Half milk, half hurry."),
        link("Beans for cortados", `${mill.site}for/cortado`),
      ),
      scene(
        "filter",
        title("You are a filter coffee"),
        body("You read the whole paper."),
        link("Beans for filter", `${mill.site}for/filter`),
      ),
      scene(
        "espresso",
        title("You are an espresso"),
        body("Said and done."),
        link("Beans for espresso", `${mill.site}for/espresso`),
      ),
    ]),
    botAd("open-bot", tern, {
      text: "Tern Trails: three days on foot, hut to hut, luggage carried.",
      buttonText: "Choose a trail",
      landingUrl: `${tern.site}hut-to-hut?from=bot`,
    }),
    webAd(
      "house",
      house,
      "text",
      [
        scene(
          "ad",
          title("This space is free"),
          body("A house ad: shown when no campaign fits, never billed."),
          link("Advertise here", `${house.site}advertise`),
        ),
      ],
      { house: true },
    ),
  ];
}
