import type { Prng } from "../../conformance/prng.ts";

/** Sentences of a language for which there is no set of questions: only to time how they are read. */
export type MadeLanguage = "tr" | "ja";

export function madeSentence(language: MadeLanguage, prng: Prng): string {
  return language === "tr" ? turkish(prng) : japanese(prng);
}

const list = (text: string): readonly string[] => text.split(" ");

const turkishStems = list(
  "araba otel bilet uçak deniz şehir kredi kart banka hesap fatura telefon bilgisayar kitap okul öğrenci öğretmen " +
    "doktor hastane ilaç yemek tarif lokanta kahve çay ekmek peynir balık et sebze meyve bahçe çiçek ağaç köpek kedi " +
    "çocuk aile anne baba kardeş arkadaş komşu müşteri satıcı fiyat indirim kampanya ürün sipariş kargo adres sokak " +
    "cadde köprü havalimanı istasyon otobüs tren yol harita pasaport vize rezervasyon oda anahtar kapı pencere mutfak " +
    "banyo mobilya koltuk masa lamba elektrik su ısıtma kira emlak sigorta vergi maaş işyeri toplantı proje rapor " +
    "program uygulama şifre internet bağlantı ekran kamera fotoğraf müzik şarkı film dizi oyun spor maç takım futbol " +
    "koşu bisiklet yüzme sağlık uyku diyet egzersiz hava yağmur güneş kar rüzgâr mevsim tatil hediye düğün bayram",
);
const turkishSuffixes = list(
  "- - - lar ler ım im ın in ı i a e da de dan den la le ımı imi ında inde larım lerim larımı lerimi larında lerinde " +
    "larından lerinden cı ci lı li sız siz lık lik çılık çilik",
);
const turkishWords = list(
  "ve bir bu şu için ile ne nasıl neden nerede hangi kaç daha en çok az var yok mı mi istiyorum arıyorum yapabilirim " +
    "öğrenmek bulabilir miyim lütfen acaba gerekiyor olmalı değil ama sonra önce bugün yarın İstanbul Ankara İzmir",
);

function turkish(prng: Prng): string {
  const words = Array.from({ length: 5 + prng.below(6) }, () => {
    if (prng.below(2) === 0) return prng.pick(turkishWords);
    const suffixes = Array.from({ length: 1 + prng.below(2) }, () => prng.pick(turkishSuffixes)).join("");
    return `${prng.pick(turkishStems)}${suffixes.replaceAll("-", "")}`;
  });
  const [first = "", ...others] = words;
  return `${[`${first.slice(0, 1).toLocaleUpperCase("tr")}${first.slice(1)}`, ...others].join(" ")}?`;
}

const japaneseNouns = list(
  "東京 大阪 京都 沖縄 北海道 旅行 温泉 旅館 ホテル 飛行機 新幹線 切符 空港 荷物 予約 料金 料理 味噌汁 鶏肉 野菜 卵 カレー " +
    "レシピ お弁当 朝ごはん 魚 果物 お茶 コーヒー 喫茶店 犬 猫 病院 薬 医者 保険 銀行 口座 振込 クレジットカード 税金 給料 会社 会議 " +
    "仕事 転職 面接 学校 大学 試験 宿題 英語 漢字 辞書 本 小説 映画 音楽 歌手 ゲーム 写真 カメラ 電話 スマートフォン パソコン アプリ " +
    "パスワード 画面 設定 接続 家賃 部屋 引っ越し 家具 洗濯機 冷蔵庫 掃除 庭 花 木 天気 雨 台風 地震 季節 誕生日 贈り物 結婚式 子供 " +
    "両親 友達 健康 睡眠 運動 自転車 自動車 免許 駐車場 道路 地図 電車 バス 時間 値段 割引 注文 配達 住所 店員 返品",
);
const japaneseParticles = list("は が を に で の と も から まで より へ では には とは");
const japaneseAdjectives = list(
  "新しい 古い 安い 高い 簡単な 便利な おすすめの 有名な 小さい 大きい 近い 遠い 美味しい 静かな",
);
const japaneseEnds = list(
  "はどこですか を教えてください が知りたいです を予約したい に行きたいのですが はいくらですか を探しています の使い方がわかりません " +
    "を変更できますか をキャンセルしたい はいつ届きますか をおすすめしてください が必要ですか と比べてどうですか を買いました",
);

function japanese(prng: Prng): string {
  const parts = Array.from({ length: 1 + prng.below(3) }, () => {
    const adjective = prng.below(3) === 0 ? prng.pick(japaneseAdjectives) : "";
    return `${adjective}${prng.pick(japaneseNouns)}${prng.pick(japaneseParticles)}`;
  });
  return `${parts.join("")}${prng.pick(japaneseNouns)}${prng.pick(japaneseEnds)}。`;
}
