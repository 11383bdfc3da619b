import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fold } from '#domain/text.ts'
import { createTestApp } from '#tests/app.ts'
import { containsText } from './like-pattern.ts'

const { database } = await createTestApp()

test('finds a text as it is written, without wildcards', async () => {
  const word = fc.constantFrom(
    'Ana',
    'Núñez',
    '7',
    '77',
    '777',
    '7777',
    '12.345',
    'n°777',
    '100%',
    '_',
    '\\',
    'A1234b',
  )
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  await fc.assert(
    fc.asyncProperty(text, text, async (value, searched) => {
      const { rows } = await sql<{ found: boolean }>`
        select ${containsText('value', searched)} as found from (select fold(${value}) as value) rows`.execute(
        database,
      )
      expect(rows[0]!.found).toBe(fold(value).includes(fold(searched)))
    }),
    {
      numRuns: 300,
      examples: [
        ['100 ana', '100%'],
        ['ana', '_na'],
        ['ana', '\\'],
      ],
    },
  )
})
