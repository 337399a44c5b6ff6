// @ts-check
// Changing one's own password, and the line that asks for it when somebody else set it.
import text from "/text/base.js";
import { make } from "./dom.js";
import { ask } from "./house.js";
import { dialog, errorNotice, field, notice } from "./parts.js";

/** Resolves to whether the password was changed. */
export async function changePassword() {
  const hidden = { type: "password", required: true, maxlength: 200 };
  const present = make("input", { ...hidden, autocomplete: "current-password" });
  const fresh = make("input", { ...hidden, autocomplete: "new-password", minlength: 10 });
  const again = make("input", { ...hidden, autocomplete: "new-password", minlength: 10 });
  /** @type {HTMLElement | null} */
  let trouble = null;
  for (;;) {
    const answer = await dialog({
      title: text.changePassword,
      body: [
        trouble,
        field(text.presentPassword, present),
        field(text.newPassword, fresh, { hint: text.passwordHint }),
        field(text.newPasswordAgain, again),
      ],
      actions: [
        { label: text.cancel, value: "" },
        { label: text.changePassword, value: "change", kind: "main" },
      ],
    });
    if (answer !== "change") return false;
    trouble = fresh.value === again.value ? null : notice(text.passwordsDiffer, "bad");
    if (trouble) continue;
    try {
      await ask.post("/api/password", { password: present.value, new: fresh.value });
      return true;
    } catch (error) {
      trouble = errorNotice(error);
    }
  }
}

// Stays until the password is changed.
/** @param {(words: string) => void} say */
export function temporaryLine(say) {
  const onclick = async () => {
    if (!(await changePassword())) return;
    line.remove();
    say(text.passwordChanged);
  };
  const button = make("button", { type: "button", onclick }, text.changePassword);
  const line = make("p", { class: "stopped", role: "status" }, text.temporary, " ", button);
  return line;
}
