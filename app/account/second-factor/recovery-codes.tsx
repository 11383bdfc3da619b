import { store } from '#store'
import { download } from '../../forms/download-button.tsx'
import { CopyButton } from '../../orders/copy-button.tsx'
import { Button } from '../../ui/button.tsx'

const TITLE = `Códigos de recuperación de ${store.name}`

/** As `ref` of a step's first text: moves the focus there, because the button of the step before is gone. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The recovery codes, shown once, with ways to keep them. `onKept` is called when the user confirms that the codes are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const lines = ['Cada código sirve una sola vez, en lugar del de la aplicación.', '', ...codes]
  const file = () => new Blob([`${[TITLE, ...lines].join('\n')}\n`], { type: 'text/plain' })
  return (
    <div className="grid gap-4">
      <p tabIndex={-1} ref={takeFocus} className="outline-none">
        Guarda estos códigos fuera de tu teléfono: no se mostrarán otra vez. Si pierdes el teléfono, cada uno
        te deja entrar una vez.
      </p>
      <ul
        aria-label="Códigos de recuperación"
        className="grid grid-cols-[repeat(auto-fill,minmax(8.7em,1fr))] gap-x-3 gap-y-2 rounded-lg bg-mint p-3 font-mono sm:p-4 sm:text-lg"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="secondary"
          icon="download"
          onClick={() => download(file(), 'codigos-de-recuperacion.txt')}
        >
          Descargar
        </Button>
        <Button look="secondary" icon="print" onClick={() => printText(TITLE, lines)}>
          Imprimir
        </Button>
        <CopyButton label="los códigos de recuperación" value={codes.join('\n')} words="Copiar" />
      </div>
      <Button className="justify-self-end max-sm:w-full" onClick={onKept}>
        Ya los guardé
      </Button>
    </div>
  )
}

function printText(title: string, lines: readonly string[]) {
  const frame = document.createElement('iframe')
  // Some browsers print nothing of a frame that isn't displayed.
  frame.className = 'sr-only'
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) return
  page.title = title
  const heading = page.createElement('h1')
  heading.textContent = title
  const text = page.createElement('pre')
  text.textContent = lines.join('\n')
  page.body.append(heading, text)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
