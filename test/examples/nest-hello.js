import "reflect-metadata";
import { Controller, Get, Module, Post, Req } from "@nestjs/common";

/** The application beside the ads. Decorators are called as functions, which needs no compiler. */
class Hello {
  page() {
    return "The application's own page.";
  }
  post(request) {
    return { parsed: request.body };
  }
}
const methodOf = (name) => Object.getOwnPropertyDescriptor(Hello.prototype, name);
Get("hello")(Hello.prototype, "page", methodOf("page"));
Post("hello")(Hello.prototype, "post", methodOf("post"));
Req()(Hello.prototype, "post", 0);
Controller()(Hello);

export class App {}
Module({ controllers: [Hello] })(App);
