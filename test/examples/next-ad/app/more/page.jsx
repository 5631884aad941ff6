import { HandbillAd } from "handbill/react";
import Link from "next/link";

export default function Page() {
  return (
    <main>
      <h1>And a cortado?</h1>
      <p>Espresso cut with as much warm milk.</p>
      <HandbillAd question="And a cortado?" answer="Espresso cut with as much warm milk." />
      <Link href="/">What is a latte?</Link>
    </main>
  );
}
