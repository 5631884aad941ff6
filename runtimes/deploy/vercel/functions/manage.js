import { toVercel } from "handbill/vercel";
import { managed } from "../managed.js";

export default toVercel(managed);
