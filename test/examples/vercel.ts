import { toVercel, type VercelFunction } from "../../runtimes/vercel/mod.ts";
import { handbill } from "./shared.ts";

const ads: VercelFunction = toVercel(handbill);
export default ads;
