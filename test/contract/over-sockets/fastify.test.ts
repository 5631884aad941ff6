import { defineOverSocket } from "../over-socket.ts";

defineOverSocket("fastify");
