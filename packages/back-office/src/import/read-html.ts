import type { Sheet } from './sheet.ts'
import { filledRow } from './sheet.ts'
import { decoded } from './xml.ts'

/** Whether a text is a page, as which programs save lists for Excel whatever the name of the file. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html|<table|<meta|<head|<style|<body|<div)/i.test(text.slice(0, 1000))
}

/** The rows of the tables of a page, as text: no script runs, and no link is followed. */
export function readHtml(html: string): Sheet {
  const shown = html.replaceAll(/<!--[^]*?-->|<(script|style|head)\b[^]*?<\/\1\s*>/gi, '')
  const rows = partsOf(shown, 'tr').map((row, index) => ({
    number: index + 1,
    cells: partsOf(row, 't[dh]').map((cell) =>
      decoded(
        cell
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/<br\b[^>]*>/gi, '\n')
          .replaceAll(/<[^>]*>/g, ''),
      ).trim(),
    ),
  }))
  return { rows: rows.flatMap((row) => filledRow(row) ?? []) }
}

/** What follows each opening tag, up to the next one or its end: closing tags may be missing. */
function partsOf(html: string, tag: string): string[] {
  return html
    .split(new RegExp(String.raw`<${tag}(?=[\s>])[^>]*>`, 'i'))
    .slice(1)
    .map((part) => part.split(new RegExp(String.raw`</(?:${tag}|table)\s*>`, 'i'))[0] ?? '')
}
