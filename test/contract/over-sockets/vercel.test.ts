import { defineOverSocket } from "../over-socket.ts";

defineOverSocket("vercel");
