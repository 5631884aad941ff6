import { toVercel } from "handbill/vercel";
import { handbill } from "../handbill.js";

export default toVercel(handbill);
