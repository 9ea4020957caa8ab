// Which addresses elements may have: those of the web and of this server, and none that runs script.

import assert from "node:assert/strict";
import { test } from "node:test";

import { webAddress } from "#page/elements.js";

globalThis.location = { origin: "http://127.0.0.1:8000" };

for (const address of ["https://x.y/", "http://x.y/", "https://x.y/?a=1&b=%20#c"]) {
  test(`${address} is an address of the web`, () => {
    assert.equal(webAddress(address), address);
  });
}

test("a path is an address of this server", () => {
  assert.equal(webAddress("/files/1.png"), "http://127.0.0.1:8000/files/1.png");
});

test("capitals and spaces around it make no address of another kind", () => {
  assert.equal(webAddress(" HTTPS://X.Y/a "), "https://x.y/a");
});

for (const address of [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0000javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:http://127.0.0.1:8000/1",
  "file:///etc/passwd",
  "ftp://x.y/",
  "https://",
  "http://[",
]) {
  test(`${JSON.stringify(address)} is no address for an element`, () => {
    assert.equal(webAddress(address), null);
  });
}
