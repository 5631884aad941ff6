import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAgentReader, readAgent } from "../../../core/traffic/user-agent.ts";
import { peoplesBrowsers, robots } from "../../contract/everywhere/click.ts";
import { anyText, holds } from "../property.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const onAndroid = (model: string): string =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) ${webKit} Chrome/139.0.0.0 Mobile Safari/537.36`;
const webView = `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${webKit} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36`;
const desktop = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/139.0.0.0 Safari/537.36`;

const people: readonly string[] = [
  ...peoplesBrowsers,
  // Desktops.
  desktop,
  `${desktop} Edg/139.0.0.0`,
  `${desktop} OPR/121.0.0.0`,
  `${desktop} Vivaldi/7.5`,
  "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
  "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; SLCC2; .NET CLR 2.0.50727)",
  "Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; ARM; Touch; HTC; radar)",
  "Mozilla/5.0 (compatible; Konqueror/4.5; Linux) KHTML/4.5.4 (like Gecko)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 Epiphany/605.1.15",
  "Mozilla/5.0 (Windows NT 6.1; rv:68.9) Gecko/20100101 Goanna/4.8 Firefox/68.9 PaleMoon/29.4.0",
  "Mozilla/5.0 (X11; Linux x86_64; rv:91.0) Gecko/20100101 Firefox/91.0 SeaMonkey/2.53.18",
  "Dillo/3.1",
  // Applications that show pages.
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) discord/1.0.9165 Chrome/124.0.6367.243 Electron/30.2.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.103.0 Chrome/138.0.7204.100 Electron/37.2.3 Safari/537.36",
  `${iPhone} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone14,5; iOS 18_5; de_DE; de; scale=3.00; 1170x2532; 1)`,
  `${iPhone} Mobile/15E148 Snapchat/13.50.0.42 (like Safari/8621.2.5, panda)`,
  `${iPhone} Mobile/15E148 Safari Line/15.12.0`,
  `${iPhone} GSA/380.0.778 Mobile/15E148 Safari/604.1`,
  `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1 Ddg/18.5`,
  `${iPhone} Mobile/15E148 [Pinterest/iOS]`,
  `${webView} [FB_IAB/FB4A;FBAV/526.0.0.60.78;]`,
  `${webView} MicroMessenger/8.0.60.2860(0x28003C51) WeChat/arm64 Process/tools NetType/WIFI Language/de ABI/arm64`,
  `${webView} musical_ly_2024005010 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly BytedanceWebview/d8a21c6`,
  `${webView} KAKAOTALK/25.6.1 (INAPP)`,
  "Instagram 5.0.2 (iPhone5,1; iPhone OS 7_0_4; en_US; en) AppleWebKit/420+",
  // Telephones whose models have the names of programs.
  onAndroid("XBot Junior"),
  onAndroid("CUBOT_X18_Plus"),
  onAndroid("Spider 8"),
  onAndroid("Discovery Elite Plus"),
  onAndroid("reeder P11SE"),
  onAndroid("Newsday_E1"),
  `${onAndroid("SM-S918B")} SogouMSE,SogouMobileBrowser/6.1.5`,
  `Mozilla/5.0 (Linux; U; Android 9; de-de; Redmi 6) ${webKit} Version/4.0 Chrome/100.0.0.0 Mobile Safari/537.36 UCBrowser/13.4.0.1306`,
  "dv(iPh13,1);pr(UCBrowser/11.3.5.1203);ov(15_6);ss(375x812);bt(GJ);pm(0);bv(0);nm(0);im(0);nt(1);",
  "Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS; Opera Mobi/23.348; U; en) Presto/2.5.25 Version/10.54",
  "NokiaC3-00/5.0 (08.63) Profile/MIDP-2.1 Configuration/CLDC-1.1 UCWEB/2.0 (Java; U; MIDP-2.0; ru; NokiaC3-00) UCBrowser/9.5.0.449",
  "SonyEricssonJ108i/R1x Browser/NetFront/3.5 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.5",
  "Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
  // Televisions, consoles, readers.
  `Mozilla/5.0 (Linux armv7l) ${webKit} Chrome/84.0.4147.140 Safari/537.36 OPR/46.0.2207.0 OMI/4.21.4.112.Catcher4.66 Model/Hisense-MT9602`,
  `Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) ${webKit} 94.0.4606.31/7.0 TV Safari/537.36`,
  `Mozilla/5.0 (X11; Linux armv7l) ${webKit} Chrome/90.0.4430.225 Safari/537.36 CrKey/1.54 GoogleTV`,
  "Mozilla/5.0 (PlayStation; PlayStation 5/8.20) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15",
  "Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) AppleWebKit/531.2+ (KHTML, like Gecko) Version/5.0 Safari/533.2+ Kindle/3.0+",
];

const programs: readonly string[] = [
  ...robots,
  // Crawlers, and what carries a browser's text.
  `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${webKit} Chrome/139.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  `Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0) ${webKit} Chrome/81.0.4044.138 Mobile Safari/537.36`,
  `Mozilla/5.0 ${webKit.slice(0, -1)}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36`,
  `Mozilla/5.0 ${webKit.slice(0, -1)}; compatible; GPTBot/1.2; +https://openai.com/gptbot)`,
  `Mozilla/5.0 ${webKit.slice(0, -1)}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`,
  `Mozilla/5.0 ${webKit.slice(0, -1)}; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`,
  `Mozilla/5.0 ${webKit.slice(0, -1)}; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
  "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)",
  "CCBot/2.0 (https://commoncrawl.org/faq/)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "Mozilla/5.0 (compatible; upday/1.0; +upday)",
  // Previewers, readers of feeds, monitors.
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  "meta-externalagent/1.1",
  "Feedly/1.0 (+http://www.feedly.com/fetcher.html; 4 subscribers)",
  "Tiny Tiny RSS/21.05 (https://tt-rss.org/)",
  "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)",
  "kube-probe/1.29",
  // Browsers without a window.
  `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/139.0.0.0 Safari/537.36`,
  "Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1",
  "Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.1.0",
  `${desktop} Chrome-Lighthouse`,
  // Scripts and libraries.
  "Wget/1.21.4",
  "okhttp/4.12.0",
  "Go-http-client/2.0",
  "axios/1.7.7",
  "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)",
  "undici",
  "Java/17.0.9",
  "Apache-HttpClient/4.5.14 (Java/17.0.9)",
  "PostmanRuntime/7.39.0",
  "libwww-perl/6.77",
  "python-urllib3/2.2.3",
  "aiohttp/3.10 CPython/3.12",
  "Scrapy/2.11.2 (+https://scrapy.org)",
  "Guzzle/7",
  // Nobody's browser.
  "Mozilla/5.0",
  "Mozilla/5.0 (compatible;)",
  "test",
  "U2FsdGVkX1+uKxeH2946/bMTDvtm/Fr0nWjvFR/oPtc64LSh1Gg0qkbJUIhLpSw5h/mjF86TFOXrl4U2SG1KBi4B",
];

describe("a User-Agent", () => {
  it.each(people)("of a person: %s", (agent) => {
    expect([readAgent(agent, false), readAgent(agent, true)]).toEqual([undefined, undefined]);
  });

  it.each(programs)("of a program: %s", (agent) => {
    expect([readAgent(agent, false), readAgent(agent, true)]).toEqual(["bot", "bot"]);
  });

  it("is read alike the second time, and whatever it is", () => {
    const read = createAgentReader();
    const agents = fc.oneof(anyText, fc.constantFrom(...people, ...programs));
    holds(
      fc.property(agents, fc.boolean(), (agent, isLink) => {
        const reason = readAgent(agent, isLink);
        expect([read(agent, isLink), read(agent, isLink)]).toEqual([reason, reason]);
      }),
    );
  });

  it("may have 2,048 characters, with spaces around them", () => {
    const longest = `${desktop} ${"Brand/1 ".repeat(300)}`.slice(0, 2_047);
    expect(readAgent(` ${longest}x `, false)).toBeUndefined();
    expect(readAgent(`${longest}xy`, false)).toBe("impossible_user_agent");
  });
});
