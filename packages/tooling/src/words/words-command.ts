import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'

import { findFiles, repositoryRoot } from '../repository-root.ts'

// `npm run words`: every user-visible text, once, by file and line: in code the texts of JSX, displayed attributes
// and fields, and literals that read as a sentence; in SQL the sentences of errors.

const displayed =
  /^(aria-(label|description|roledescription|valuetext)|alt|cancel|confirm|description|done|empty|explanation|heading|hint|label|many|message|one|placeholder|question|subject|subtitle|text|title|tooltip)$|(Label|Message|Text|Title)$/
const hidden = /^(class(Name)?|comment|d|href|id|key|path|sizes|src|style|transform|viewBox)$/
/** Calls whose arguments developers and logs get. */
const internal =
  /^(console\.\w+|(Type|Range)?Error|log|z\.(literal|enum)|RegExp|matchMedia|querySelector(All)?)$/
const isSentence = (text: string) =>
  /^[^a-z]*[A-Z‘“"][\p{L}’'-]*[,:]? \S/u.test(text) && /[a-z]{2}/.test(text)
const isWord = (text: string) => /\p{L}{2}/u.test(text)

type Found = readonly [line: number, text: string]
const seen = new Set<string>()

function print(file: string, found: readonly Found[]): void {
  for (const [line, raw] of found) {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (!isWord(text) || seen.has(text)) continue
    seen.add(text)
    process.stdout.write(`${file}:${line}  ${text}\n`)
  }
}

/** The text of a literal, a template or a sum of these, with `{…}` for what is computed. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('')
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === undefined && right === undefined ? undefined : `${left ?? '{…}'}${right ?? '{…}'}`
}

/** The text of an element's children as one sentence. */
function textOfJsx(children: readonly ts.JsxChild[]): string {
  const texts = children.map((child) => {
    if (ts.isJsxText(child)) return child.text
    if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return textOfJsx(child.children)
    if (!ts.isJsxExpression(child)) return '{…}'
    return child.expression === undefined ? '' : (textOf(child.expression) ?? '{…}')
  })
  return texts.join('')
}

function wordsOf(file: string): Found[] {
  const text = readFileSync(join(repositoryRoot, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const add = (node: ts.Node, words: string) =>
    found.push([source.getLineAndCharacterOfPosition(node.getStart()).line + 1, words])

  function visit(node: ts.Node, isDisplayed = false): void {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : ''
    if (internal.test(called)) return
    const isElement = ts.isJsxElement(node) || ts.isJsxFragment(node)
    const words = textOf(node)
    if (isElement && node.children.some((child) => ts.isJsxText(child) && isWord(child.text))) {
      add(node, textOfJsx(node.children))
    } else if (words !== undefined && (isDisplayed || isSentence(words))) add(node, words)
    const isNamed = ts.isJsxAttribute(node) || ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
    const name = isNamed ? node.name.getText().replaceAll(/['"]/g, '') : ''
    if (hidden.test(name)) return
    // The branches of a condition are displayed at its position.
    const isPassed = isDisplayed && (ts.isConditionalExpression(node) || ts.isParenthesizedExpression(node))
    const isBraced = ts.isJsxExpression(node) && (isDisplayed || !ts.isJsxAttribute(node.parent))
    node.forEachChild((child) => visit(child, displayed.test(name) || isPassed || isBraced))
  }
  visit(source)
  return found
}

/** The matches of a pattern's first group outside the matches of `skipped`. */
function matchesOf(file: string, skipped: RegExp, pattern: RegExp): Found[] {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ')
  const text = readFileSync(join(repositoryRoot, file), 'utf8').replace(skipped, blank)
  return [...text.matchAll(pattern)].map(({ index, 1: words = '' }) => [
    text.slice(0, index).split('\n').length,
    words,
  ])
}

const except = [
  'packages/{demo,tooling}/**',
  '**/*.test.{ts,tsx}',
  '**/{testing,node_modules}/**',
  '**/sample-answers.ts',
]
for (const file of findFiles(repositoryRoot, ['{apps,packages}/*/src/**/*.{ts,tsx}'], except))
  print(file, wordsOf(file))
for (const file of findFiles(repositoryRoot, [
  'apps/storefront/{,q/}index.html',
  'supabase/templates/*.html',
]))
  print(file, matchesOf(file, /<(style|script)[\s\S]*?<\/\1>/g, />([^<>]+)</g))
const comments = /--.*|comment on[\s\S]*?;\n|private\.expose\([\s\S]*?\);/g
const schemas = findFiles(repositoryRoot, ['supabase/schemas/*.sql'])
for (const file of schemas.length > 0 ? schemas : findFiles(repositoryRoot, ['supabase/migrations/*.sql']))
  print(file, matchesOf(file, comments, /'([A-Z](?:[^'\n]|'')* (?:[^'\n]|'')*)'/g))
