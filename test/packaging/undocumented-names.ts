import { join, relative } from "node:path";
import ts from "typescript-with-api";
import { root } from "./commands.ts";

/**
 * Lists the exports of the modules that lack a doc comment, by module: names, and `Type.member` for the members of interfaces,
 * classes and object types, inline ones included. Editors show these comments. A member with a single literal type, such as
 * `kind: "text"`, documents itself.
 */
export function undocumentedNames(modules: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const paths = modules.map((module) => join(root, module));
  const program = ts.createProgram(paths, compilerOptions());
  const checker = program.getTypeChecker();
  return new Map(
    modules.map((module, index) => [module, undocumentedIn(paths[index] ?? "", program, checker)]),
  );
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  return { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, noEmit: true };
}

function undocumentedIn(path: string, program: ts.Program, checker: ts.TypeChecker): readonly string[] {
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${relative(root, path)} is not a module.`);
  const isDocumented = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const members = membersOf(symbol, checker)
      .filter((member) => isOwn(member) && !isDocumented(member) && !isLiteral(member, checker))
      .map((member) => `${exported.name}.${member.name}`);
    return [...(isDocumented(symbol) ? [] : [exported.name]), ...new Set(members)];
  });
}

/** The members of an exported object type or intersection, or of each member of a union, with their inline members. */
function membersOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias)))
    return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return (type.isUnion() ? type.types : [type])
    .filter(
      (part) =>
        part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) &&
        part.getCallSignatures().length === 0,
    )
    .flatMap((part) => part.getProperties())
    .flatMap((member) => [member, ...inlineMembersOf(member, checker)]);
}

/** The members of object types that are written inline in the type of a member. */
function inlineMembersOf(member: ts.Symbol, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const type = checker.getTypeOfSymbol(member);
  return (type.isUnionOrIntersection() ? type.types : [type])
    .filter((part) => part.getSymbol()?.declarations?.some(ts.isTypeLiteralNode))
    .filter((part) => part.aliasSymbol === undefined && part.getCallSignatures().length === 0)
    .flatMap((part) => part.getProperties())
    .flatMap((inner) => [inner, ...inlineMembersOf(inner, checker)]);
}

/** Whether this project declares the member. */
function isOwn({ name, declarations = [] }: ts.Symbol): boolean {
  return (
    !name.startsWith("__") &&
    declarations.some((node) => !node.getSourceFile().fileName.includes("/node_modules/"))
  );
}

function isLiteral(member: ts.Symbol, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeOfSymbol(member);
  return type.isLiteral() || (type.flags & (ts.TypeFlags.BooleanLiteral | ts.TypeFlags.Null)) !== 0;
}
