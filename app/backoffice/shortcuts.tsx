import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../forms/use-action.ts'
import {
  areShortcutsOn,
  changePreferences,
  foldMenu,
  isMenuFolded,
  loadPreferences,
  usePreferences,
} from '../listing/preferences.ts'
import { useSession } from '../session/session.ts'
import { Checkbox } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { isShownTo, menu } from './menu.ts'
import {
  ASIDE_KEY,
  awaitLetter,
  FIND_ORDER_KEY,
  isBusy,
  isLetterAwaited,
  NEXT_KEY,
  PREVIOUS_KEY,
  UNDO_KEY,
  useKeyPress,
} from './shortcut-keys.ts'

/** Focuses the search box of the screen's first list. @returns whether there is one */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]:enabled')
  search?.focus()
  search?.select()
  return search !== null
}

const PAYMENT_KEYS: [readonly string[], string][] = [
  [['↑', '↓'], 'Recorrer los pagos'],
  [['←', '→'], 'Otra propuesta del pago'],
  [['Enter'], 'Aceptar el pago'],
  [[ASIDE_KEY], 'El pago no es de un pedido'],
  [[FIND_ORDER_KEY], 'Buscar el pedido del pago'],
  [[UNDO_KEY], 'Deshacer lo último en Pagos'],
]

/** The back office's keyboard: `/` searches, `g` and a letter opens a screen, `?` lists the keys. */
export function Shortcuts() {
  const [listed, setListed] = useState(false)
  const role = useSession()?.role
  const { shortcuts: on } = usePreferences()
  const screens = menu.filter((item) => isShownTo(role, item))
  const navigate = useNavigate()

  async function open(letter: string) {
    await loadPreferences()
    const screen = screens.find(({ key }) => key === letter)
    if (screen && areShortcutsOn()) await navigate(screen.to)
  }
  useKeyPress((event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const going = isLetterAwaited()
    awaitLetter(false)
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target)) return
    // `?` works even while shortcuts are off, because its dialog turns them on again.
    if (key === '?') return void loadPreferences().then(() => setListed(true))
    if (!on) return
    if (going) {
      // Keeps the screen's own keys from acting on the letter.
      event.preventDefault()
      return void open(key.toLowerCase())
    }
    if (key === 'g') {
      awaitLetter(true)
      // Loads the settings while waiting for the letter, since the person may have turned shortcuts off.
      void loadPreferences()
    }
    if (key === '[') foldMenu(!isMenuFolded())
    if (key === '/' && focusSearch()) event.preventDefault()
  })

  const keys: [readonly string[], string][] = [
    [['/'], 'Buscar en la lista'],
    ...screens.flatMap(({ key, name }): [string[], string][] => (key ? [[['g', key], name]] : [])),
    [[NEXT_KEY], 'Pedido siguiente, con uno abierto'],
    [[PREVIOUS_KEY], 'Pedido anterior, con uno abierto'],
    ...(role === 'Administrador' ? PAYMENT_KEYS : []),
    [['['], 'Plegar o mostrar el menú'],
    [['Ctrl', 'S'], 'Guardar'],
    [['?'], 'Ver estos atajos'],
  ]
  return (
    <Modal open={listed} onClose={() => setListed(false)} title="Atajos de teclado">
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {keys.map(([combination, name]) => (
          <div key={name} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="order-last flex shrink-0 gap-1">
              {combination.map((key) => (
                <kbd
                  key={key}
                  className="grid min-w-7 place-items-center rounded-lg border border-edge bg-page px-2 font-sans font-semibold text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="min-w-0">{name}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-line border-t pt-3">
        <TurnOff on={on} />
      </div>
    </Modal>
  )
}

/** The switch of single-key shortcuts, for people who use speech input or press keys by mistake (WCAG 2.1.4). */
function TurnOff({ on }: { on: boolean }) {
  const { run, choice } = useAction(
    (shortcuts: boolean) => changePreferences({ change: 'shortcuts', shortcuts }),
    { dialog: 'general' },
  )
  return (
    <Checkbox
      label="Usar los atajos de una sola tecla"
      checked={choice ?? on}
      onChange={(event) => run(event.target.checked)}
    />
  )
}
