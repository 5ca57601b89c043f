import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Grade } from '../../state/self-test.ts';

export const gradeIcons: Readonly<Record<Grade, LucideIcon>> = {
  passed: CircleCheck,
  open: CircleDashed,
  attention: TriangleAlert,
  failed: CircleX,
};
