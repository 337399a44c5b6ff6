// The shape of the pages' scripts: no function over 70 lines, and no single expression with calls
// nested six deep. `node shape.js FILE…` prints one line for each fault.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const MAX_FUNCTION_LINES = 70;
const MAX_CALL_DEPTH = 5;

/** Returns `line: fault` for every fault in one script. */
export function faultsIn(text, name = "script.js") {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const lineAt = (position) => tree.getLineAndCharacterOfPosition(position).line + 1;
  const faults = [];

  function visit(node, depth) {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (ts.isFunctionLike(node)) checkLength(node);
    // A function with a body of statements begins anew; an arrow to an expression is a part of it.
    if (ts.isBlock(node) || ts.isClassLike(node)) depth = 0;
    if (isCall && depth + 1 === MAX_CALL_DEPTH + 1) {
      faults.push(`${lineAt(node.getStart())}: calls ${depth + 1} deep; name the parts`);
    }
    ts.forEachChild(node, (child) => {
      // A chain `a.map(…).join(…)` does not go deeper: only arguments are inside a call.
      visit(child, isCall && child !== node.expression ? depth + 1 : depth);
    });
  }

  function checkLength(node) {
    const first = lineAt(node.getStart());
    const lines = linesOf(node) - declarationsIn(node).reduce((sum, one) => sum + linesOf(one), 0);
    if (lines <= MAX_FUNCTION_LINES) return;
    const title = node.name?.getText() ?? node.parent?.name?.getText() ?? "a function";
    faults.push(`${first}: ${title} is ${lines} lines; ${MAX_FUNCTION_LINES} at most`);
  }

  const linesOf = (node) => lineAt(node.end) - lineAt(node.getStart()) + 1;

  // A part of a page that holds state is a closure of functions, as a class holds methods: each of
  // those is measured by itself, and the closure by what is left.
  function declarationsIn(node) {
    const statements = node.body && ts.isBlock(node.body) ? node.body.statements : [];
    return statements.filter((statement) => ts.isFunctionDeclaration(statement));
  }

  visit(tree, 0);
  return faults;
}

function main(files) {
  const faults = files.flatMap((file) =>
    faultsIn(readFileSync(file, "utf8"), file).map((fault) => `${file}:${fault}`),
  );
  for (const fault of faults) console.log(fault);
  return faults.length ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(main(process.argv.slice(2)));
