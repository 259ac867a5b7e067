package blockmask_test

import (
	"slices"
	"testing"

	"github.com/blockmask/blockmask/bindings/go/blockmask"
)

func TestFieldDefaults(t *testing.T) {
	visible := blockmask.VisibleFields()
	if len(visible) < 11 || slices.Contains(visible, blockmask.FieldHidden) {
		t.Errorf("visible: %v", visible)
	}
	for _, field := range visible {
		if field.String() == "unknown" || field.Weight() == 0 || field.LengthNormalization() <= 0 ||
			field.LengthNormalization() > 1 {
			t.Errorf("%v: weight %d, b %v", field, field.Weight(), field.LengthNormalization())
		}
	}
	for _, field := range []blockmask.Field{blockmask.FieldHidden, 0, 200, 255} {
		if field.Weight() != 0 {
			t.Errorf("%v: weight %d", field, field.Weight())
		}
	}
	if blockmask.FieldText.Weight() != blockmask.UnitWeight || blockmask.FieldText.LengthNormalization() != 0.75 ||
		blockmask.FieldTitle.Weight() <= blockmask.FieldHeading.Weight() {
		t.Errorf("text %d, title %d, heading %d", blockmask.FieldText.Weight(), blockmask.FieldTitle.Weight(),
			blockmask.FieldHeading.Weight())
	}
}
