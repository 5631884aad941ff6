import { HandbillAd } from "handbill/react";
import Link from "next/link";

export default function Page() {
  return (
    <main>
      <h1>What is a latte?</h1>
      <p>Espresso with steamed milk.</p>
      <HandbillAd question="What is a latte?" answer="Espresso with steamed milk." />
      <Link href="/more">And a cortado?</Link>
    </main>
  );
}
