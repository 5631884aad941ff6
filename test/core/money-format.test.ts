import { describe, expect, it, test } from "vitest";
import { isCurrency } from "../../core/currency.ts";
import { createMoneyFormat } from "../../core/money-format.ts";

/** With plain spaces where Intl writes others. */
function plain(text: string | undefined): string {
  return (text ?? "").replaceAll(/\s/g, " ");
}

const euros = createMoneyFormat("EUR");

test("an ISO 4217 code in capitals is a currency, and nothing else", () => {
  const codes = ["EUR", "JPY", "eur", "EURO", "", "ABC", " EUR"];
  expect(codes.map(isCurrency)).toEqual([true, true, false, false, false, false, false]);
});

describe("an amount", () => {
  it.each([
    [0, "EUR 0.00"],
    [1, "EUR 0.000001"],
    [-4_500, "-EUR 0.0045"],
    [1_234_567_890_000, "EUR 1,234,567.89"],
    [Number.MAX_SAFE_INTEGER, "EUR 9,007,199,254.740991"],
  ])("of %s micros is exact and names its currency: %s", (micros, text) => {
    expect(plain(euros.amount(micros))).toBe(text);
  });

  it.each([
    ["de", "EUR", "1.234,50 EUR"],
    ["en-IN", "INR", "INR 1,234.50"],
    ["ja", "JPY", "JPY 1,234.5"],
    ["ar-EG", "KWD", "1,234.500 KWD"],
  ])("is written for %s in %s as %s", (locale, currency, text) => {
    expect(
      plain(createMoneyFormat(currency, locale).amount(1_234_500_000)).replace(/[\u200e\u200f]/g, ""),
    ).toBe(text);
  });

  it("that is a price is a CPM with the price per view beside it", () => {
    expect(plain(euros.price(2_000))).toBe("EUR 2.00 CPM (EUR 0.002 per view)");
    expect(plain(createMoneyFormat("EUR", "de").price(4_500))).toBe("4,50 EUR CPM (0,0045 EUR per view)");
  });

  it("is known by the name of its field", () => {
    expect(plain(euros.field("priceMicros", 2_000))).toBe("EUR 2.00 CPM (EUR 0.002 per view)");
    expect(plain(euros.field("totalBudgetMicros", 2_000))).toBe("EUR 0.002");
    expect([euros.field("weight", 2), euros.field("priceMicros", "2")]).toEqual([undefined, undefined]);
  });
});

describe("a column", () => {
  const written = (amounts: readonly number[], kind?: "amounts" | "averages", currency = "EUR"): string[] =>
    amounts.map(createMoneyFormat(currency).column(amounts, kind));

  it("has one number of decimals, enough for every amount", () => {
    expect(written([2_000, 1_234_500_000, 0])).toEqual(["0.002", "1,234.500", "0.000"]);
    expect(written([1, 1_000_000])).toEqual(["0.000001", "1.000000"]);
  });

  it("has at least the decimals of its currency", () => {
    expect(written([1_000_000])).toEqual(["1.00"]);
    expect(written([1_000_000], "amounts", "JPY")).toEqual(["1"]);
    expect(written([], "amounts")).toEqual([]);
  });

  it("of averages is rounded so that the smallest one keeps two digits", () => {
    expect(written([1_666_667, 2_500_000, 0], "averages")).toEqual(["1.67", "2.50", "0.00"]);
    expect(written([1_234.567, 2_500_000], "averages")).toEqual(["0.0012", "2.5000"]);
    expect(written([0.4], "averages")).toEqual(["0.000000"]);
  });
});

describe("a typed amount", () => {
  it.each([0, 1, 4_500, 1_234_500_000, 9_000_000_000_000_000])(
    "of %s micros is read back exactly",
    (micros) => {
      for (const locale of ["en", "de", "fr", "de-CH", "hi", "ar-EG"]) {
        const money = createMoneyFormat("EUR", locale);
        expect(money.parse(money.typed(micros)), locale).toBe(micros);
        expect(money.parse(money.column([micros])(micros)), locale).toBe(micros);
      }
    },
  );

  it.each([
    "1.0000001",
    "-1",
    "1e3",
    "0x10",
    "a lot",
    "1..2",
    "1,5",
    "1,50.5",
    ",5",
    "",
    ".",
    "0,500",
    "12,34,5",
  ])("%j is refused in English, and never read as another amount", (text) => {
    expect(euros.parse(text)).toBeUndefined();
  });

  it.each([
    ["en", "1,234.5", 1_234_500_000],
    ["en", " 1234.5 ", 1_234_500_000],
    ["en", "5.", 5_000_000],
    ["de", "1.234,5", 1_234_500_000],
    ["de", "0,002", 2_000],
    ["de", "0.002", undefined],
    ["de", "1.5", undefined],
    ["fr", "1 234,5", 1_234_500_000],
    ["en-IN", "12,34,567.5", 1_234_567_500_000],
  ])("in %s %j is %s micros", (locale, text, micros) => {
    expect(createMoneyFormat("EUR", locale).parse(text)).toBe(micros);
  });
});
