/**
 * Libraries of the system that applications fetch with; isbot 5.2.3 takes them for browsers when the name of an application or a
 * device stands beside theirs. An application may ask for an ad for its person, but nobody follows a link with them. An
 * in-app browser names its engine instead; some append what the system's own library would say, so that Dalvik counts
 * only where it comes first.
 */
export const appLibraries: RegExp =
  /(?<![\w-])(?:CFNetwork|Dart|Alamofire|Cronet)\/|^\s*(?:Dalvik|AppleCoreMedia)\//i;

/** A library of scripts that calls itself a browser. */
export const scriptLibraries: RegExp = /(?<![\w-])(?:Windows)?PowerShell\//i;

/** Patterns of isbot 5.2.3 that find more people's devices than programs. */
export const loosePatterns: ReadonlySet<string> = new Set([
  "\\b\\w+/1\\.0;",
  "\\|",
  "\\(\\)",
  ";\\s\\w+;$",
  "^[^ ]{50,}$",
  "chromeframe",
  "firephp",
  "offbyone",
  "rexx;",
  "sogou",
]);

/** Programs that isbot takes for browsers. */
export const programs: RegExp = new RegExp(
  [
    // Crawlers, and what fetches pages for an artificial intelligence.
    "GPTBot|ChatGPT-User|OAI-SearchBot|Claude(?:Bot|-User|-Web|-SearchBot)|anthropic-ai|Perplexity(?:Bot|-User)|MistralAI-User",
    "Bytespider|CCBot|Amazonbot|Applebot|meta-external|cohere-ai|Diffbot|DuckAssistBot|Devin/|\\w-User/|fetcher|NotebookLM|NovaAct|Deep-Research|Claude-Code|\\w-Google/",
    "facebookexternalhit|omgili|webzio|Panscient|Scrapy|img2dataset|laion-|Lightpanda",
    "BingLocalSearch|Yandex\\.Translate|StackRambler|Daumoa|htdig|eContext|KimonoLabs|SnapSearch|Sqworm|SPEng|SiteGuardian|i2kconnect|ZnajdzFoto|Surphace|Chromaxa|delve\\.ai|caam dot",
    // Monitors, checkers, pictures of pages.
    "Catchpoint|OneTrust|RevealUptime|evc-batch|MapperCmd|DebugBear|Nodemeter|Observatory/|Neustar WPM|kube-probe",
    "Siege/|WhatWeb|LinkExaminer|SEOlizer|WP Rocket|Alibaba\\.Security|Clarsentia|ForusP|\\bPix/1",
    "screen-?shot|webscreenie|Web(?:thumb|snapr)|wkhtmlto|imgsizer|\\bwpif\\b|Page Valet|Unshorten|link-resolver|ImageVisu|Hatena::",
    // Readers of feeds, and documents that fetch their pictures.
    "Reeder(?:/|ForMac)|Syndirella|PodcastAddict|^VLC/|\\) (?:Word|Excel|PowerPoint)/",
    // Libraries, scripts and browsers without a window.
    "ReactorNetty|PostmanRuntime|Insomnia/|HTTPie|RestSharp|IPinfoClient|CPython|\\bgo/go\\d|ureq/|nyawc|jsdom|Zombie\\.js|SlimerJS",
    "containerd|cri-o/|kubectl|^docker/|Gradle/|Artifactory|GitLab/|twine/|tcms|Mikrotik|Cygwin-Setup|MemGator",
    "Fetch API Request|Web Services Client Protocol",
    // A whole that is a key or a token.
    "^[\\w+/=-]{64,}$",
  ].join("|"),
  "i",
);

/** Says “compatible”, and names no engine or old browser that it is compatible with. */
export const compatibleWithNothing: RegExp =
  /^(?!.*(?:AppleWebKit|KHTML|Gecko\/|NetFront|MIDP|MSP?IE ?\d|Teleca|Polaris|I?Browse|Amiga|AWEB|NetPositive|OmniWeb|iCab|DPlus|ANTFresco|Acorn|Cellphone|Opera|Oregano|KUN\/|Nokia|ms-office|Go\.Web|YOSPACE)).*[(;]\s*compatible;/i;

/** People's browsers that name no engine, and applications that show pages. */
export const otherBrowsers: RegExp =
  /^(?:Dillo|NetSurf|Uzbl|nook browser)\b|^(?:pf|dv)\(.*UCBrowser|\bWAP[ _-]Browser\b|;MAUI\/|^\[FBAN\/|^(?:Instagram|Snapchat)[ /][\d.]+ \((?:iP|Android)/i;

/** The platform of an Android device, with its model: `(Linux; Android 8.1.0; XBot Junior)`. */
export const androidPlatform: RegExp = /^Mozilla\/\d\.\d \((?:Linux|Android)(?:[^()]|\([^()]*\))*\)/;
/** What a model is not called. */
export const androidProgram: RegExp = /compatible|http|bot\/|crawler/i;

/** Words in the agents of people's browsers that isbot takes for a program's. */
export const innocentWords: RegExp = new RegExp(
  [
    // In-app browsers and the names of applications.
    "\\bcom\\.google\\.[\\w.]+|Google(?: ?Earth| ?TV|PlayStore|Goggles|Hypersonic|Toolbar)|google_ios|SohuNews|NewsMaster|Opera News|HTML5 Parser|Google/1\\.0\\.0(?= AppleWebKit)",
    "\\bair\\.com\\.|Ask\\.com(?= Mobile)|Process/tools|QQ-URL-Manager|InspectBrowser|QQDownload",
    // Feature phones, televisions and other devices.
    "\\bJava(?=/(?:ASVM|LGVM|Jbed)|Platform/JP)|java_(?=runtime|c_)|Catcher\\.?\\d|(?:HTC|NOKIA);? radar\\b",
    // Old browsers, and what they were extended by.
    "msn Optimized\\w*|WebMoney Advisor|GWX:DOWNLOADED|SynapseWorkstation|feed/(?=\\d\\.)|Free Download Manager|MSIE(?= ?\\d[.\\d]*\\)$)",
    "http://(?:www\\.)?bsalsa\\.com|Acorn-HTTP|HandHTTP|Proxyless|CMD_HTTP_SERVER|(?:Windows |Alpha)Server",
  ].join("|"),
  "gi",
);
