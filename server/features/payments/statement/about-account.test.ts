import { expect, test } from 'vitest'
import { HEADINGS, movementRow, readRows } from '#tests/read-statement.ts'

test.each([
  [['Cuenta: 00-123-45678-09'], '1234567809'],
  [['Cuenta Corriente N°', null, '0-000-12-34567-8'], '12345678'],
  [['FARMACIA UNO SPA (76543210-3) cta:000051541406'], '51541406'],
  [['N° de cuenta', 1_234_567_890], '1234567890'],
  [['Saldo cuenta corriente', '$ 1.234.567'], ''],
  [['RUT cuenta', '76.543.210-3'], ''],
])('the account of %j is %j', async (line, account) => {
  expect((await readRows([line, HEADINGS, movementRow('02/12/2026', 990)])).account).toBe(account)
})

test('recognizes a bank by its name when other banks have the same headings', async () => {
  const rows = [['Banco Santander Chile'], HEADINGS, movementRow('02/12/2026', 990)]
  expect((await readRows(rows)).bank).toBe('santander')
  expect((await readRows(rows.slice(1))).bank).toBeNull()
})
