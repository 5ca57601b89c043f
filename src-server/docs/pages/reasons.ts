import { reasons } from '../../../shared/verdict/terms/reason.ts';
import { html, prose, type Html } from '../html.ts';
import { reasonHelp } from '../reason-help.ts';

/** Every reason of a verdict; where `reason_url` leads to. */
export function reasonsPage(): Html {
  return html`<p class="lead">
      ${prose('The verdict of a check-in has one `reason`, a sentence for staff in `message`, and in `details` what a program needs to say more.')}
    </p>
    <p>
      ${prose('Rules are asked in one order, and the first that applies decides: the state of ticket and session, the place, the time, then whether the ticket is in already. So a refused guest may be refused for another reason once the first is put right. `reason_url` leads to its reason on this page.')}
    </p>
    <h2 id="details" data-kind="section" data-about="first_admission window entry_points">
      What <code>details</code> holds
    </h2>
    <p>
      ${prose('All three members are always there. Each is null unless the reason is the one that it explains.')}
    </p>
    <ul>
      <li>
        ${prose('`first_admission`: `scanned_at` and `scanner_location` of the admission that came first. With `scanning.already_scanned`.')}
      </li>
      <li>
        ${prose('`window`: `from` and `until` of the time that was missed; null is an open side. With `scanning.outside_session_window` and `scanning.outside_validity_window`.')}
      </li>
      <li>
        ${prose('`entry_points`: `reference` and `name` of each entrance that would be right. With `scanning.wrong_entry_point`.')}
      </li>
    </ul>
    ${reasons.toReversed().map((reason) => {
      const { when, details, say, act } = reasonHelp[reason];
      const isAdmission = reason === 'scanning.allowed';
      return html`<div class="problem">
        <h2
          id="reason-${reason}"
          data-kind="reason"
          data-name="${reason}"
          data-about="verdict denied check-in"
        >
          <code>${reason}</code
          ><span class="${isAdmission ? 'status good' : 'status'}">${isAdmission ? 200 : 422}</span>
        </h2>
        <p>${prose(`**When**: ${when}`)}</p>
        <p>
          <strong><code>details</code></strong
          >: ${prose(details)}
        </p>
        <p>${prose(`**Say to the guest**: ${say}`)}</p>
        <p>${prose(`**What to do**: ${act}`)}</p>
      </div>`;
    })}`;
}
