import { defineOverSocket } from "../over-socket.ts";

defineOverSocket("workerd");
