import { parseSync } from 'vite'

/** The modules that a program imports or requires at run time, sorted and without duplicates. */
export function importedModules(program: string): string[] {
  const found = new Set<string>()
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const name = moduleName(value)
    if (name !== null) found.add(name)
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseSync('program.js', program).program)
  return [...found].toSorted()
}

function moduleName(node: object): string | null {
  if (!('type' in node)) return null
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
      return 'source' in node ? textOf(node.source) : null
    case 'CallExpression': {
      const callee = 'callee' in node ? node.callee : null
      const isRequire = isNode(callee) && 'name' in callee && /^(__)?require$/.test(String(callee.name))
      return isRequire && 'arguments' in node && Array.isArray(node.arguments)
        ? textOf(node.arguments[0])
        : null
    }
    default:
      return null
  }
}

function textOf(node: unknown): string | null {
  return isNode(node) && 'value' in node && typeof node.value === 'string' ? node.value : null
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
