import { demoPictureSize, demoPictureUrl } from "./assets.ts";
import { mill, penny, tern } from "./brands.ts";
import { body, botAd, choices, type DemoAd, link, picture, scene, title, webAd } from "./parts.ts";

/** One campaign with a topic for each web format. */
export function topicAds(baseUrl: string): readonly DemoAd[] {
  return [
    webAd(
      "banking-text",
      penny,
      "text",
      [
        scene(
          "ad",
          title("Savings that keep up"),
          body("Pennywell pays interest every month, from the first coin."),
          link("See the rate", `${penny.site}savings`),
        ),
      ],
      { topics: ["banking"] },
    ),
    webAd(
      "fitness-image",
      tern,
      "image",
      [
        scene(
          "ad",
          picture(baseUrl, "trainer", "A violet running shoe"),
          body("The gym with a view: coached trail runs, every weekend."),
          link("Join a run", `${tern.site}runs`),
        ),
      ],
      { topics: ["fitness"] },
    ),
    webAd(
      "cooking-response",
      mill,
      "response",
      [
        scene(
          "ad",
          picture(baseUrl, "loaf", "A loaf of bread"),
          body("For bread and pizza, Morrow & Mill grinds flour to order, the finest grade included."),
          link("Order flour", `${mill.site}flour`),
        ),
      ],
      { topics: ["cooking"] },
    ),
    webAd(
      "travel-card",
      tern,
      "card",
      [
        scene(
          "ad",
          {
            kind: "gallery",
            items: [
              {
                url: demoPictureUrl(baseUrl, "harbour"),
                alt: "A boat in a harbour",
                ...demoPictureSize,
                title: "By the sea",
              },
              {
                url: demoPictureUrl(baseUrl, "trail"),
                alt: "A path in the hills",
                ...demoPictureSize,
                title: "In the hills",
              },
            ],
          },
          title("Sea or hills?"),
          body("Small groups, by train from your town."),
          link("Pick a journey", `${tern.site}journeys`),
        ),
      ],
      { topics: ["travel"] },
    ),
    webAd(
      "coffee-consent",
      mill,
      "consent",
      [
        scene(
          "ask",
          title("A free sample with your next order?"),
          choices(["Yes, please", "which", "agreed"], ["No, thanks", "bye", "declined"]),
        ),
        scene(
          "which",
          title("Light or dark?"),
          choices(["Light", "done", "light"], ["Dark", "done", "dark"]),
        ),
        scene(
          "done",
          picture(baseUrl, "beans", "A cup of coffee"),
          title("It is in your basket"),
          link("Open the basket", `${mill.site}basket?sample=1`),
        ),
        scene("bye", body("Maybe another time.")),
      ],
      { topics: ["coffee"] },
    ),
    webAd(
      "shoes-quiz",
      tern,
      "quiz",
      [
        scene(
          "ground",
          title("Find your shoe"),
          body("Where do you walk most?"),
          choices(["On roads", "road", "road"], ["On trails", "trail", "trail"]),
        ),
        scene(
          "road",
          title("The Plover"),
          body("Light and springy."),
          picture(baseUrl, "trainer", "A violet running shoe"),
          link("See the Plover", `${tern.site}shoes/plover`),
        ),
        scene(
          "trail",
          title("The Curlew"),
          body("Grips where it is wet."),
          link("See the Curlew", `${tern.site}shoes/curlew`),
        ),
      ],
      { topics: ["shoes"] },
    ),
  ];
}

/** Something to try another language with. */
export function germanAds(baseUrl: string): readonly DemoAd[] {
  const language = "de";
  return [
    webAd(
      "de-text",
      mill,
      "text",
      [
        scene(
          "ad",
          title("Heute früh geröstet"),
          body("Kleine Mengen, am selben Tag verschickt."),
          link("Sorten ansehen", `${mill.site}de/sorten`),
        ),
      ],
      { language },
    ),
    webAd(
      "de-card",
      tern,
      "card",
      [
        scene(
          "ad",
          picture(baseUrl, "trail", "Ein Weg zwischen grünen Hügeln"),
          title("Drei Tage zu Fuß"),
          body("Von Hütte zu Hütte, das Gepäck fährt voraus."),
          link("Weg aussuchen", `${tern.site}de/huetten`),
        ),
      ],
      { language, topics: ["travel"] },
    ),
    webAd(
      "de-quiz",
      mill,
      "quiz",
      [
        scene(
          "milch",
          title("Welcher Kaffee bist du?"),
          body("Mit Milch?"),
          choices(["Immer", "latte", "milk"], ["Nie", "espresso", "black"]),
        ),
        scene("latte", title("Du bist ein Latte"), link("Bohnen für Latte", `${mill.site}de/latte`)),
        scene(
          "espresso",
          title("Du bist ein Espresso"),
          link("Bohnen für Espresso", `${mill.site}de/espresso`),
        ),
      ],
      { language },
    ),
    botAd(
      "de-bot",
      mill,
      {
        text: "Morrow & Mill: heute früh geröstet, morgen in der Tasse.",
        buttonText: "Sorten ansehen",
        landingUrl: `${mill.site}de/sorten?from=bot`,
      },
      { language },
    ),
  ];
}
