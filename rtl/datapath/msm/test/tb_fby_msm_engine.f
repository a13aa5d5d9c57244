// SPDX-License-Identifier: Apache-2.0
-f rtl/datapath/msm/msm.f
-f rtl/mem/model/mem_model.f
