import { expect, test } from 'vitest'
import { readOpeningHours } from './opening-hours.ts'

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

test.each([
  ['Lunes a viernes', '9:00 a 20:00', [{ days: WEEK, opens: '09:00', closes: '20:00' }]],
  ['Sábado', '10:00 a 14:00', [{ days: ['Saturday'], opens: '10:00', closes: '14:00' }]],
  [
    'Sábados y domingos',
    '10:00 - 14:00 hrs',
    [{ days: ['Saturday', 'Sunday'], opens: '10:00', closes: '14:00' }],
  ],
  [
    'Martes, miércoles',
    '9:00 a 13:30 y 15:00 a 19:00',
    [
      { days: ['Tuesday', 'Wednesday'], opens: '09:00', closes: '13:30' },
      { days: ['Tuesday', 'Wednesday'], opens: '15:00', closes: '19:00' },
    ],
  ],
  ['Domingos y festivos', '10:00 a 14:00', []],
  ['Viernes a lunes', '10:00 a 14:00', []],
  ['Lunes', 'cerrado', []],
  ['Lunes', '20:00 a 2:00', []],
])('reads the hours %j, %j, or leaves unclear ones out', (days, hours, read) => {
  expect(readOpeningHours({ days, hours })).toEqual(read)
})
