import {
  Attendance,
  AttendanceAt,
  AttendanceOf,
  type attendanceRoutes,
} from '../../shared/resources/attendance.ts';
import { balcony, northGate, southGate, stalls } from './events.ts';
import { type ExamplesOf, found } from './example.ts';

const atNorthGate = { location: northGate, admitted: 412, exits: 9 };
const ofStalls = {
  ticket_type: { reference: stalls.reference, name: stalls.name },
  inside: 530,
  admitted: 541,
};

const attendance = {
  capacity: 800,
  inside: 621,
  admitted: 634,
  released: 13,
  by_location: [atNorthGate, { location: southGate, admitted: 226, exits: 8 }],
  by_ticket_type: [
    ofStalls,
    {
      ticket_type: { reference: balcony.reference, name: balcony.name },
      inside: 91,
      admitted: 93,
    },
  ],
} satisfies Attendance;

export const attendanceExamples = {
  calls: { readAttendance: found(attendance) },
  schemas: {
    Attendance: [Attendance, attendance],
    AttendanceAt: [AttendanceAt, atNorthGate],
    AttendanceOf: [AttendanceOf, ofStalls],
  },
} satisfies ExamplesOf<typeof attendanceRoutes>;
