import { expect, inject, test } from 'vitest'
import { runProgram } from '#tests/commands.ts'

/**
 * Each drill in short. Its invariants are judged, its figures are not. Where its environment is missing, it says so.
 */
test.each([
  ['kill', '--times=2 --customers=3 --orders=3 --rest=20'],
  ['database', '--restarts=1 --ended=1 --hang=1 --customers=4 --orders=3 --rest=20'],
  ['load', '--buyers=30 --stock=6 --slow=10 --minutes=0.02 --rate=60'],
  ['desk', '--products=300 --customers=3 --rest=100 --seconds=3 --haste=0.15'],
  ['model', '--stories=2 --seed=3'],
  ['fuzz', '--requests=150'],
  ['disk', '--times=1 --full=2 --size=250 --customers=3 --orders=3 --rest=20'],
  ['failover', '--only=kill --customers=5 --orders=5'],
  ['image', '--from='],
])(
  'a short drill of %s balances',
  async (name, options) => {
    // Drills that break PostgreSQL start their own.
    const env = { DATABASE_URL: inject('postgresUrl') }
    const { code, stdout, stderr } = await runProgram(`drills/${name}.ts`, options.split(' '), env)
    if (stderr.startsWith('Sin probar')) return expect(code).toBe(1)
    expect(`${stdout}${stderr}`).toMatch(/^CUADRA/m)
    expect(code).toBe(0)
  },
  300_000,
)
