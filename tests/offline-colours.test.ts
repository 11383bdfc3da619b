import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

/** The colours of a stylesheet by name: those before its dark scheme begins, and those of the dark scheme. */
function colours(css: string, prefix: string) {
  const [light = '', dark = ''] = css.split('prefers-color-scheme: dark')
  const named = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(new RegExp(`--${prefix}([\\w-]+): (#\\w+);`, 'g'))].map((found) => [
        found[1],
        found[2],
      ]),
    )
  return { light: named(light), dark: named(dark) }
}

test('the page without a network has the colours of the application, in both schemes', () => {
  const application = colours(read('app/app.css'), 'color-')
  const offline = colours(read('public/sin-conexion.css'), '')
  expect(Object.keys(offline.light)).toHaveLength(7)
  expect(application.light).toMatchObject(offline.light)
  expect(application.dark).toMatchObject(offline.dark)
})
