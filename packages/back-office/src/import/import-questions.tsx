import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { counted, plural } from '@giftwell/shared/kernel/counted.ts'
import { StepPart } from './check-result.tsx'
import type { Answers, Question } from './import-state.ts'
import { type UnclearSign, unclearSigns } from './list-cells.ts'

interface CheckQuestionProps {
  readonly question: Question
  readonly onAnswer: (answer: Answers) => void
  readonly onBack: () => void
}

/** The check's questions on the whole file. */
export function CheckQuestion({ question, onAnswer, onBack }: CheckQuestionProps) {
  if (question.about === 'rows to join') {
    const { severalRows } = question
    return (
      <Choice
        title={`${counted(severalRows, 'product comes', 'products come')} in several rows. Join ${plural(severalRows, 'it', 'them')}?`}
        text="Rows with the same code become one product with the colours and pictures of all of them."
        choices={[
          ['Join them', { joins: true }],
          ['Keep each row', { joins: false }],
        ]}
        {...{ onAnswer, onBack }}
      />
    )
  }
  const { same } = question
  const names = same
    .slice(0, namesShown)
    .map(({ number, name, supplier }) => `row ${number}: ${name}, ${supplier ?? 'without a supplier'}`)
  const more = same.length - names.length
  return (
    <Choice
      title={`${counted(same.length, 'row is', 'rows are')} probably the same as ${plural(same.length, 'a product', 'products')} of another supplier or none`}
      text={`The code and the name are equal: ${names.join('; ')}${more > 0 ? `; and ${more.toLocaleString()} more` : ''}.`}
      choices={[
        [`Update ${plural(same.length, 'that product', 'those products')}`, { updatesSame: true }],
        [`Create ${plural(same.length, 'a new one', 'new ones')}`, { updatesSame: false }],
      ]}
      {...{ onAnswer, onBack }}
    />
  )
}

const namesShown = 5

interface ChoiceProps extends Pick<CheckQuestionProps, 'onAnswer' | 'onBack'> {
  readonly title: string
  readonly text: ReactNode
  readonly choices: readonly (readonly [label: string, answer: Answers])[]
}

function Choice({ title, text, choices, onAnswer, onBack }: ChoiceProps) {
  return (
    <StepPart title={title}>
      <Text size="sm">{text}</Text>
      <Group gap="10px 14px">
        {choices.map(([label, answer], index) => (
          <Button key={label} {...(index > 0 && { variant: 'default' })} onClick={() => onAnswer(answer)}>
            {label}
          </Button>
        ))}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </Group>
    </StepPart>
  )
}

const signNames: Readonly<Record<UnclearSign, string>> = {
  '/': 'Slash',
  '-': 'Dash',
  '&': '"and" or "&"',
  or: '"or"',
  '+': 'Plus',
}

interface SignChoiceProps {
  /** An example of each sign. */
  readonly unclear: ReadonlyMap<UnclearSign, string>
  readonly signs: readonly UnclearSign[]
  readonly onChange: (signs: readonly UnclearSign[]) => void
}

/** Which signs separate the values of lists in cells, and which are part of one: asked once for a supplier. */
export function SignChoice({ unclear, signs, onChange }: SignChoiceProps) {
  return (
    <Checkbox.Group
      label="Tick the signs that separate values"
      description="The others are part of a value. The answer is remembered for this supplier."
      value={[...signs]}
      onChange={(ticked) =>
        onChange(unclearSigns.filter((sign) => (unclear.has(sign) ? ticked : signs).includes(sign)))
      }
    >
      <Group gap="10px 14px" mt={8}>
        {[...unclear].map(([sign, example]) => (
          <Checkbox
            key={sign}
            value={sign}
            size="sm"
            label={`${signNames[sign]}, as in "${shortened(example)}"`}
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

const shortened = (example: string) => (example.length > 40 ? `${example.slice(0, 40)}…` : example)
