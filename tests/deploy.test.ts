import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_LIFETIME_SECONDS } from '#server/database/connection.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')

test('each address that HAProxy’s configuration names has a value', () => {
  const names = [...read('haproxy.cfg').matchAll(/\$\{(\w+)(?:\[\*\])?\}/g)].map(([, name]) => name!)
  expect(names.filter((name) => !read('haproxy.env').includes(`\n${name}=`))).toEqual([])
})

test('each file that the image copies exists', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  const sources = copied
    .filter((file) => !file.startsWith('--'))
    .map((file) => file.replace('/opt/botica/', ''))
  expect(sources.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('a reloaded HAProxy stays until the servers have renewed their connections to the database', () => {
  const [, seconds] = /^\s*hard-stop-after (\d+)s$/m.exec(read('haproxy.cfg'))!
  expect(Number(seconds)).toBeGreaterThanOrEqual(MAX_LIFETIME_SECONDS + 10)
})
