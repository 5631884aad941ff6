import type { DemoBrand } from "./parts.ts";

// Invented brands; `.example` belongs to nobody (RFC 2606).
export const mill: DemoBrand = { name: "Morrow & Mill", site: "https://morrow-and-mill.example/" };
export const tern: DemoBrand = { name: "Tern Trails", site: "https://tern-trails.example/" };
export const penny: DemoBrand = { name: "Pennywell", site: "https://pennywell.example/" };
export const house: DemoBrand = { name: "Handbill", site: "https://handbill.example/" };
