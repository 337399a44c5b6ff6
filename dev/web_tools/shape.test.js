// Plants faults of shape and sees that each is reported, and that what is allowed passes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsIn } from "./shape.js";

const lines = (count, line = "  x();") => Array(count).fill(line).join("\n");
const nest = (depth) => `${"make(".repeat(depth)}${")".repeat(depth)};`;

test("calls six deep are reported once, with their line", () => {
  assert.deepEqual(faultsIn(`\n${nest(6)}`), ["2: calls 6 deep; name the parts"]);
  assert.deepEqual(faultsIn(nest(7)), ["1: calls 6 deep; name the parts"]);
  assert.deepEqual(faultsIn(nest(5)), []);
});

test("an arrow to an expression is a part of the expression", () => {
  const tree = "a(b(rows.map((row) => c(d(e(row))))));";
  assert.deepEqual(faultsIn(tree), ["1: calls 6 deep; name the parts"]);
});

test("`new` counts as a call, a chain of calls does not go deeper", () => {
  assert.equal(faultsIn("new A(new B(new C(new D(new E(new F())))));").length, 1);
  assert.deepEqual(faultsIn("a().b().c().d().e().f().g();"), []);
});

test("a function with statements starts a new expression", () => {
  assert.deepEqual(faultsIn("a(b(c(() => { d(e(f())); })));"), []);
});

test("a long function is reported, also as a method or an arrow", () => {
  const body = lines(69);
  assert.deepEqual(faultsIn(`function f() {\n${body}\n}`), ["1: f is 71 lines; 70 at most"]);
  assert.deepEqual(faultsIn(`const f = () => {\n${body}\n};`), ["1: f is 71 lines; 70 at most"]);
  assert.deepEqual(faultsIn(`class A {\nf() {\n${body}\n}\n}`), ["2: f is 71 lines; 70 at most"]);
  assert.deepEqual(faultsIn(`function f() {\n${lines(68)}\n}`), []);
});

test("a closure is measured without the functions declared in it, and those by themselves", () => {
  const inner = `function g() {\n${lines(60)}\n}`;
  assert.deepEqual(faultsIn(`function f() {\n${inner}\n${lines(60)}\n}`), []);
  const long = `function f() {\nfunction g() {\n${lines(80)}\n}\n}`;
  assert.deepEqual(faultsIn(long), ["2: g is 82 lines; 70 at most"]);
});
