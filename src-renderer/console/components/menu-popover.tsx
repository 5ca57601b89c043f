import { Check } from 'lucide-react';
import { Fragment } from 'react';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import styles from './menu.module.css';

export interface Action {
  readonly id: string;
  readonly name: string;
  readonly isDangerous?: boolean;
  readonly onAction: () => void;
}

/** Choices of which one holds. */
interface Section {
  readonly title: string;
  readonly chosen: string;
  readonly choices: readonly Action[];
}

export interface MenuContent {
  readonly label: string;
  readonly placement: 'bottom start' | 'bottom end' | 'top start';
  readonly sections?: readonly Section[];
  readonly choices: readonly Action[];
  /** The one of `choices` that holds, where they exclude each other. */
  readonly chosen?: string;
}

/** Where the focus goes: `menu` where a pointer opened it. */
export type MenuFocus = 'first' | 'last' | 'menu';

interface Props extends MenuContent {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly focus: MenuFocus;
  /** Called before it closes. */
  readonly onChoose: (act: () => void) => void;
  readonly onClose: () => void;
}

/** The open menu of a button: sections, and below them what belongs to none. */
export function MenuPopover(props: Props): ReactElement {
  const { label, button, placement, focus, sections = [], choices, chosen } = props;
  const { onChoose, onClose } = props;
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={button}
      trigger="MenuTrigger"
      placement={placement}
      aria-label={label}
      className={styles['popover'] ?? ''}
    >
      <Menu
        className={styles['menu'] ?? ''}
        aria-label={label}
        autoFocus={focus === 'menu' || focus}
        onClose={onClose}
        {...(chosen !== undefined && { selectionMode: 'single', selectedKeys: [chosen] })}
      >
        {sections.map((section) => (
          <Fragment key={section.title}>
            <MenuSection selectionMode="single" selectedKeys={[section.chosen]}>
              <Header className={styles['heading'] ?? ''}>{section.title}</Header>
              {section.choices.map((choice) => (
                <Choice key={choice.id} {...choice} onChoose={onChoose} />
              ))}
            </MenuSection>
            <Separator className={styles['rule'] ?? ''} />
          </Fragment>
        ))}
        {choices.map((choice) => (
          <Choice key={choice.id} {...choice} onChoose={onChoose} />
        ))}
      </Menu>
    </Popover>
  );
}

function Choice({
  id,
  name,
  isDangerous = false,
  onAction,
  onChoose,
}: Action & Pick<Props, 'onChoose'>): ReactElement {
  return (
    <MenuItem
      id={id}
      textValue={name}
      className={`${styles['item']} ${isDangerous ? styles['dangerous'] : ''}`}
      onAction={() => onChoose(onAction)}
    >
      {({ isSelected }): ReactNode => (
        <>
          <span className={styles['name']} dir="auto">
            {name}
          </span>
          {isSelected && <Check size={15} aria-hidden="true" />}
        </>
      )}
    </MenuItem>
  );
}
