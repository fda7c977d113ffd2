/**
 * The sentence for somebody who has to wait, in whole units that are never too short.
 * @param seconds a whole number, at least 1
 */
export function waitingSentence(tooMany: 'attempts' | 'inquiries', seconds: number): string {
  return `Too many ${tooMany}. Please try again in ${inWords(seconds)}.`
}

function inWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
