from PIL import Image

from motionloom.navigation.plan import plan_agent
from motionloom.navigation.plan_picture import draw_plans
from motionloom.navigation.scene import Agent, Goal, Obstacle, Scene, box


def test_the_picture_has_the_wall_and_the_way(planner, tmp_path):
    scene = Scene("test", (Obstacle(box((1.0, 1.0), (2.0, 2.0))),), (Agent("ada", (0.0, 0.0), goals=(Goal((0.0, 3.0)),)),))
    draw_plans(scene, [plan_agent(planner, scene, scene.agents[0])], tmp_path / "plan.png")
    colours = {colour for _, colour in Image.open(tmp_path / "plan.png").convert("RGB").getcolors(1 << 24)}
    assert {(0xB9, 0xBE, 0xC7), (0x2F, 0x6F, 0x9F)} <= colours
